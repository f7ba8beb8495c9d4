import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findResultToTell } from "./data-mails";
import { copy } from "./messages";

const aboutResult = z.object({ resultId: z.uuid() });

/**
 * Tells a student or a guardian of a new result. It names no marks: a mail is read by whoever reads the mailbox (decision 16).
 */
const resultAdded: Composer = async ({ about, recipient, userId }) => {
  const result = await findResultToTell({ ...aboutResult.parse(about), recipient, userId });
  if (!result) return null;
  const { className, subject, examName, readerName, child } = result;
  const what = [subject, examName].filter(Boolean).join(", ");
  return {
    to: recipient,
    subject: child ? copy.mailSubjectOf(child.name) : copy.mailSubject(className),
    greeting: copy.mailGreeting(readerName),
    paragraphs: [child ? copy.mailTextOf(child.name, className, what) : copy.mailText(className, what), copy.mailHint],
    link: child
      ? { label: copy.mailLinkOf(child.name), path: `/user/results?child=${child._id}` }
      : { label: copy.mailLink, path: "/user/results" },
  };
};

/** The letters of the results room, each written when it leaves. */
export const resultMails: Record<string, Composer> = { resultAdded };
