import "server-only";
import { z } from "zod";
import { listed } from "@/lib/listed";
import { addressOf } from "@/server/mail/email";
import type { Composer } from "@/server/mail/outbox";
import { findForEmail } from "./data-own";
import { copy } from "./messages";
import { plainOf } from "./rules-text";

const aboutNotice = z.object({ noticeId: z.uuid(), version: z.number(), isChanged: z.boolean().default(false) });

type Opening = { subject: (title: string) => string; lead: string[] };

/** The opening of an email, which says why it is sent again. */
function openingOf(
  { mustConfirm }: { mustConfirm: boolean },
  why: Record<"isReminder" | "isChanged", boolean>,
): Opening {
  if (why.isReminder) {
    return { subject: copy.mailSubjectAgain, lead: [mustConfirm ? copy.mailAgain : copy.mailAgainUnread] };
  }
  return why.isChanged
    ? { subject: copy.mailSubjectChanged, lead: [copy.mailChanged] }
    : { subject: copy.mailSubject, lead: [] };
}

/**
 * The email about a notice, or a reminder for students who have not read or confirmed it, and their families. Composed from
 * the current version when it is sent.
 */
const emailOf =
  (isReminder: boolean): Composer =>
  async ({ about, recipient, userId }) => {
    if (userId === null) return null;
    const { isChanged, ...which } = aboutNotice.parse(about);
    const found = await findForEmail({ ...which, recipient, userId, isReminder }, new Date());
    if (!found) return null;
    const { notice, reader } = found;
    const { _id, title, blocks, files, mustConfirm, of } = notice;
    const { subject, lead } = openingOf(notice, { isReminder, isChanged });
    // A person who is both staff and family reads it as family.
    const list = of.every(({ studentId }) => studentId === null) ? "/admin/notices/for-me" : "/user/notices";
    const children = of.flatMap(({ name }) => name ?? []);
    return {
      to: recipient,
      subject: subject(title),
      heading: title,
      greeting: copy.mailGreeting(reader),
      paragraphs: [
        ...lead,
        ...(children.length > 0 ? [copy.mailFor(listed(children))] : []),
        ...plainOf(blocks, addressOf),
        ...(files.length > 0 ? [copy.mailFiles(files.map(({ name }) => name).join(", "), files.length)] : []),
        ...(mustConfirm && !isReminder ? [copy.mailConfirm] : []),
      ],
      link: { label: mustConfirm ? copy.mailLinkConfirm : copy.mailLink, path: `${list}/${_id}` },
    };
  };

/** The emails of this room. */
export const noticeMails: Record<string, Composer> = { notice: emailOf(false), noticeReminder: emailOf(true) };
