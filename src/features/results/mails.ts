import "server-only";
import { z } from "zod";
import type { Compose } from "@/server/mail";
import { copy } from "./copy";
import { findResultToTell } from "./data";

const aboutResult = z.object({ resultId: z.uuid() });

/** Tells a student of a new result. It names no marks: a mail is read by whoever reads the mailbox (decision 16). */
const resultAdded: Compose = async ({ about, recipient }) => {
  const result = await findResultToTell(aboutResult.parse(about).resultId);
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
export const resultMails: Record<string, Compose> = { resultAdded };
