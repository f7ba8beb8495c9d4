import "server-only";
import { siteOrigin } from "@/env";
import { site } from "@/server/institute/published";
import { htmlOf } from "./email-html";

/** `path` is a path of this site and may end in a fragment; `label` is the text of the button. */
export type EmailLink = { label: string; path: string };

/** An email of the institute: plain paragraphs and at most one link, or, as a digest, several parts with one link each. */
export type Email = {
  to: string;
  subject: string;
  /** A heading that differs from the subject. */
  heading?: string;
  greeting?: string;
  paragraphs: string[];
  parts?: { subject: string; paragraphs: string[]; link?: EmailLink }[];
  link?: EmailLink;
  closing?: string[];
  /** Who gets replies, if not the institute. */
  replyTo?: string;
};

/** The logo of the institute, attached to every email: nothing is loaded, so nobody can track who reads it. */
export type Logo = { cid: string; content: Uint8Array; width: number; height: number };

/** How to get fewer emails: a page with a button, and the address for mail programs (RFC 8058). */
export type Unsubscribe = { page: string; oneClick: string };

/** The footer of every email that a person can turn off; the reader of a digest has chosen one email a day. */
const copy = {
  why: "Do you want fewer of these? Your account page has one email a day, too.",
  whyDigest: "You choose on your account page which emails you get.",
  stop: "Get only required emails",
};

/** Absolute URL of a page. Built from the configured address, since the Host header of a request can be forged. */
export function addressOf(path: string): string {
  return new URL(path, siteOrigin()).href;
}

const asText = ({ label, path }: EmailLink) => `${label}:\n${addressOf(path)}`;

/** Renders an email as plain text and HTML. */
export function renderEmail(email: Email, unsubscribe?: Unsubscribe, logo?: Logo | null) {
  const { to, subject, heading, greeting, paragraphs, parts = [], link, closing = [] } = email;
  const { name, tagline, email: office } = site().facts;
  const signature = [name, tagline].join("\n");
  const why = email.parts ? copy.whyDigest : copy.why;
  const stop = unsubscribe && { label: copy.stop, path: unsubscribe.page };
  const text = [
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    ...parts.flatMap((part) => [`* ${part.subject} *`, ...part.paragraphs, ...(part.link ? [asText(part.link)] : [])]),
    ...(link ? [asText(link)] : []),
    ...closing,
    `-- \n${signature}`,
    ...(stop ? [why, asText(stop)] : []),
  ].join("\n\n");
  const found = (one: EmailLink) => ({ label: one.label, href: addressOf(one.path) });
  return {
    // Objects, because a string could be parsed as several addresses.
    to: { name: "", address: to },
    subject,
    text: `${text}\n`,
    html: htmlOf({
      subject,
      paragraphs,
      closing,
      ...(heading && { heading }),
      ...(greeting && { greeting }),
      ...(logo && { logo }),
      parts: parts.map(({ link: open, ...part }) => ({ ...part, ...(open && { link: found(open) }) })),
      ...(link && { link: found(link) }),
      ...(stop && { fewer: { why, link: found(stop) } }),
    }),
    replyTo: { name: "", address: email.replyTo ?? office },
    ...(logo && {
      attachments: [
        {
          filename: "logo.png",
          cid: logo.cid,
          content: Buffer.from(logo.content),
          contentDisposition: "inline" as const,
        },
      ],
    }),
  };
}
