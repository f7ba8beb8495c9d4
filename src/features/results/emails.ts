import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findResultToTell } from "./data";
import { copy } from "./messages";

const aboutResult = z.object({ resultId: z.uuid() });

/** Tells a student of a new result. It names no marks: a mail is read by whoever reads the mailbox (decision 16). */
const resultAdded: Composer = async ({ about, recipient }) => {
  const result = await findResultToTell(aboutResult.parse(about).resultId, recipient);
  if (!result) return null;
  const { className, subject, examName, studentName } = result;
  return {
    to: recipient,
    subject: copy.mailSubject(className),
    greeting: copy.mailGreeting(studentName),
    paragraphs: [copy.mailText(className, [subject, examName].filter(Boolean).join(", ")), copy.mailHint],
    link: { label: copy.mailLink, path: "/user/results" },
  };
};

/** The letters of the results room, each written when it leaves. */
export const resultMails: Record<string, Composer> = { resultAdded };
