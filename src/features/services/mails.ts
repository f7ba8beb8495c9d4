import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import type { Compose } from "@/server/mail";
import { copy } from "./copy";
import { findMessage, findReceipt } from "./data";

const aboutSubmission = z.object({ submissionId: z.uuid() });
const aboutMessage = z.object({ messageId: z.uuid() });

/** Tells a family that its application arrived. No text of the form is in it: the address may be a stranger's. */
const admissionReceipt: Compose = async ({ about, recipient }) => {
  const receipt = await findReceipt(aboutSubmission.parse(about).submissionId);
  if (!receipt) return null;
  const { reference, selectedClass } = receipt;
  const { name, phone, workingDays, workingHours } = institute;
  return {
    to: recipient,
    subject: copy.receiptSubject(reference),
    greeting: copy.receiptGreeting,
    paragraphs: [
      copy.receiptThanks(selectedClass, name),
      copy.receiptReference(reference),
      copy.receiptNext,
      copy.receiptAsk(phone, workingDays, workingHours),
    ],
    closing: [copy.receiptUnexpected],
  };
};

/** Brings the institute what a visitor wrote (decision 25). */
const contactMessage: Compose = async ({ about, recipient }) => {
  const found = await findMessage(aboutMessage.parse(about).messageId);
  if (!found) return null;
  const { name, email, phone, message } = found;
  return {
    to: recipient,
    subject: copy.messageMailSubject(name),
    paragraphs: [copy.messageMailLead(name), message, copy.messageMailSender(email, phone ?? copy.noPhone)],
    link: { label: copy.messageMailLink, path: "/admin/get-info" },
    closing: [copy.messageMailReply],
    replyTo: email,
  };
};

/** The letters of the services room, each written when it leaves. */
export const serviceMails: Record<string, Compose> = { admissionReceipt, contactMessage };
