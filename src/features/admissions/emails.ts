import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { shownDay } from "@/lib/dates";
import { clockHere } from "@/server/clock";
import type { Composer } from "@/server/mail/outbox";
import { findReceipt } from "./data";
import { copy } from "./messages";

const aboutSubmission = z.object({ submissionId: z.uuid() });

/** Tells a family that its application arrived. No text of the form is in it: the address may be a stranger's. */
const admissionReceipt: Composer = async ({ about, recipient }) => {
  const receipt = await findReceipt(aboutSubmission.parse(about).submissionId);
  if (!receipt) return null;
  const { reference, selectedClass, answerDue } = receipt;
  const { name, phone, workingDays, workingHours } = institute;
  return {
    to: recipient,
    subject: copy.receiptSubject(reference),
    greeting: copy.receiptGreeting,
    paragraphs: [
      copy.receiptThanks(selectedClass, name),
      copy.receiptReference(reference),
      copy.receiptNext,
      ...(answerDue ? [copy.answerBy(shownDay(clockHere(answerDue).date))] : []),
      copy.receiptAsk(phone, workingDays, workingHours),
    ],
    closing: [copy.receiptUnexpected],
  };
};

/** The letters of admission, each written when it leaves. */
export const admissionMails: Record<string, Composer> = { admissionReceipt };
