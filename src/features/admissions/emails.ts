import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { shownDay, shownMoment } from "@/lib/dates";
import { clockHere } from "@/server/clock";
import type { Composer } from "@/server/mail/outbox";
import { findReceipt } from "./data";
import { clockStyle, findLetter } from "./data-desk";
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

const aboutLetter = aboutSubmission.extend({ letterId: z.uuid() });

/** Brings a family what the office wrote about its application; nothing that was taken back. */
const admissionMessage: Composer = async ({ about, recipient }) => {
  const letter = await findLetter(aboutLetter.parse(about).letterId);
  if (!letter) return null;
  const { reference, state, visitAt } = letter.submission;
  const { timeZone, email } = institute;
  const visit =
    state === "invited" && visitAt ? [copy.letterVisit(shownMoment(visitAt, timeZone, await clockStyle()))] : [];
  return {
    to: recipient,
    subject: copy.letterSubject(reference),
    paragraphs: [letter.text, ...visit],
    closing: [copy.letterReference(reference), copy.letterReply],
    replyTo: email,
  };
};

/** The letters of admission, each written when it leaves. */
export const admissionMails: Record<string, Composer> = { admissionReceipt, admissionMessage };
