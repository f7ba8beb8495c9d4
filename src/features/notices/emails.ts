import "server-only";
import { z } from "zod";
import { addressOf } from "@/server/mail/email";
import type { Composer } from "@/server/mail/outbox";
import { findLetter } from "./data-own";
import { copy } from "./messages";
import { listed } from "./rules";
import { plainOf } from "./rules-text";

const aboutNotice = z.object({ noticeId: z.uuid(), version: z.number() });

/** Tells somebody of a notice, or reminds whoever has not read or confirmed it. It is written as the notice stands when it leaves. */
const letterOf =
  (isReminder: boolean): Composer =>
  async ({ about, recipient, userId }) => {
    if (userId === null) return null;
    const found = await findLetter({ ...aboutNotice.parse(about), recipient, userId }, new Date());
    if (!found) return null;
    const { notice, reader } = found;
    const { _id, title, blocks, files, mustConfirm, isNew, of } = notice;
    const isLeft = mustConfirm ? of.some(({ confirmedAt }) => confirmedAt === null) : isNew;
    if (isReminder && !isLeft) return null;
    // Whoever is of the staff and of the family reads it as a family.
    const list = of.every(({ studentId }) => studentId === null) ? "/admin/notices/for-me" : "/user/notices";
    const children = of.flatMap(({ name }) => name ?? []);
    return {
      to: recipient,
      subject: isReminder ? copy.mailSubjectAgain(title) : copy.mailSubject(title),
      greeting: copy.mailGreeting(reader),
      paragraphs: [
        ...(isReminder ? [mustConfirm ? copy.mailAgain : copy.mailAgainUnread] : []),
        ...(children.length > 0 ? [copy.mailFor(listed(children))] : []),
        ...plainOf(blocks, addressOf),
        ...(files.length > 0 ? [copy.mailFiles(files.length)] : []),
        ...(mustConfirm && !isReminder ? [copy.mailConfirm] : []),
      ],
      link: { label: mustConfirm ? copy.mailLinkConfirm : copy.mailLink, path: `${list}/${_id}` },
    };
  };

/** The letters of the notices. */
export const noticeMails: Record<string, Composer> = { notice: letterOf(false), noticeReminder: letterOf(true) };
