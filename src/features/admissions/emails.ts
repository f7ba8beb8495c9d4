import "server-only";
import { z } from "zod";
import { dateHere, institute } from "@/content/institute";
import { shownDay, shownMoment } from "@/lib/dates";
import { tokenOfEmail } from "@/server/auth/account-tokens";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { findReceipt } from "./data";
import { clockStyle, findMailedMessage } from "./data-desk";
import { findAddressee } from "./data-family";
import { copy } from "./messages";
import { emailCopy } from "./messages-emails";
import { familyCopy } from "./messages-family";
import { makeLink } from "./mutations-family";
import { isClockRunning } from "./rules-moves";

const aboutSubmission = z.object({ submissionId: z.uuid() });

/** The receipt for a family. It contains no text of the form, because the address may belong to a stranger. */
const admissionReceipt: Composer = async ({ about, recipient }) => {
  const receipt = await findReceipt(aboutSubmission.parse(about).submissionId);
  // A corrected address has a receipt of its own.
  if (receipt?.email !== recipient) return null;
  const { reference, selectedClass, answerDue, state, mergedIntoId } = receipt;
  // The email may leave late: it must not promise what was kept, was broken or is promised by another application.
  const due = answerDue && answerDue > new Date() && isClockRunning(receipt) && mergedIntoId === null;
  const { name, phone, workingDays, workingHours } = site().facts;
  return {
    to: recipient,
    subject: emailCopy.receiptSubject(reference),
    greeting: emailCopy.receiptGreeting,
    paragraphs: [
      emailCopy.receiptThanks(selectedClass, name),
      emailCopy.receiptReference(reference),
      ...(state === "waiting" ? [emailCopy.receiptWaits] : []),
      ...(due ? [emailCopy.receiptNext, copy.answerBy(shownDay(dateHere(answerDue)))] : []),
      emailCopy.receiptAsk(phone, workingDays, workingHours),
    ],
    link: { label: copy.linkLabel, path: "/admission" },
    closing: [emailCopy.receiptUnexpected],
  };
};

const aboutMessage = aboutSubmission.extend({ letterId: z.uuid() });

/** The email with a message of the office, if it was not withdrawn and the address still belongs to the application. */
const admissionMessage: Composer = async ({ about, recipient }) => {
  const message = await findMailedMessage(aboutMessage.parse(about).letterId, recipient);
  if (!message) return null;
  const { text, reference, state, visitAt } = message;
  const { timeZone } = institute;
  // The email may leave late.
  const isAhead = state === "invited" && visitAt && visitAt > new Date();
  const visit = isAhead ? [emailCopy.emailVisit(shownMoment(visitAt, timeZone, await clockStyle()))] : [];
  return {
    to: recipient,
    subject: emailCopy.emailSubject(reference),
    paragraphs: [text, ...visit],
    link: { label: copy.linkLabel, path: "/admission" },
    closing: [emailCopy.emailReference(reference), emailCopy.emailReply],
  };
};

/** The email with the link to an application, if the address belongs to it. */
const admissionLink: Composer = async ({ about, recipient, ...mail }) => {
  const found = await findAddressee(aboutSubmission.parse(about).submissionId, recipient);
  if (!found) return null;
  const token = await makeLink(found.id, new Date(), tokenOfEmail(mail));
  return {
    to: recipient,
    subject: familyCopy.mailSubject(found.reference),
    greeting: familyCopy.mailGreeting,
    paragraphs: [familyCopy.mailText(site().facts.name), familyCopy.mailTime],
    link: { label: familyCopy.open, path: `/admission#token=${token}` },
    closing: [familyCopy.mailUnexpected],
  };
};

export const admissionMails: Record<string, Composer> = { admissionReceipt, admissionMessage, admissionLink };
