import "server-only";
import { institute } from "@/content/institute";
import { env } from "@/env";

/** An email of the institute: plain paragraphs and at most one link. */
export type Email = {
  to: string;
  subject: string;
  greeting?: string;
  paragraphs: string[];
  /** `path` is a path of this site and may end in a fragment; `label` is the text of the button. */
  link?: { label: string; path: string };
  closing?: string[];
  replyTo?: string;
};

/** Absolute URL of a page. Built from the configured address, since the Host header of a request can be forged. */
export function addressOf(path: string): string {
  return new URL(path, env().APP_URL ?? `http://localhost:${env().PORT}`).href;
}

/** Renders an email as plain text and HTML. */
export function renderEmail({ to, subject, greeting, paragraphs, link, closing = [], replyTo }: Email) {
  const before = [...(greeting ? [greeting] : []), ...paragraphs];
  const signature = [institute.name, institute.tagline].join("\n");
  const href = link && addressOf(link.path);
  const text = [...before, ...(link ? [`${link.label}:\n${href}`] : []), ...closing, `-- \n${signature}`].join("\n\n");
  return {
    // Objects, because a string could be parsed as several addresses.
    to: { name: "", address: to },
    subject,
    text: `${text}\n`,
    html: htmlOf(before, link && href ? { label: link.label, href } : undefined, closing),
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
  };
}

function htmlOf(before: string[], link: { label: string; href: string } | undefined, closing: string[]): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text).replaceAll("\n", "<br>")}</p>`;
  const button = link
    ? `<p style="margin:24px 0"><a href="${escaped(link.href)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5f4a;color:#ffffff;font-weight:600;text-decoration:none">${escaped(link.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:14px;color:#5b6760">If the button does not work, open this address:<br><a href="${escaped(link.href)}" style="color:#1f5f4a">${escaped(link.href)}</a></p>`
    : "";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
    `<body style="margin:0;padding:24px;background:#f6f5f0;color:#22302a;font:16px/1.6 system-ui,sans-serif">` +
    `<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">` +
    `${before.map(paragraph).join("")}${button}${closing.map(paragraph).join("")}` +
    `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e2da;font-size:14px;color:#5b6760">${escaped(institute.name)}<br>${escaped(institute.tagline)}</p>` +
    `</div></body></html>\n`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
