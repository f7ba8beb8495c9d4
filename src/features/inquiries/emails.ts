import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { site } from "@/server/institute/published";
import type { Composer } from "@/server/mail/outbox";
import { findMessage } from "./data";
import { findAnswer } from "./data-inbox";
import { copy } from "./messages";

const aboutMessage = z.object({ messageId: z.uuid() });

/** The email that forwards a contact message to the institute (decision 25). */
const contactMessage: Composer = async ({ about, recipient }) => {
  const found = await findMessage(aboutMessage.parse(about).messageId);
  if (!found) return null;
  const { name, email, phone, message } = found;
  return {
    to: recipient,
    subject: copy.messageMailSubject(name),
    paragraphs: [copy.messageMailLead(name), message, copy.messageMailSender(email, phone ?? copy.noPhone)],
    link: { label: copy.messageMailLink, path: "/admin/messages" },
    closing: [copy.messageMailReply],
    replyTo: email,
  };
};

const aboutAnswer = aboutMessage.extend({ at: z.iso.datetime() });

/** The email with the office's answer, unless it was withdrawn. */
const contactAnswer: Composer = async ({ about, recipient }) => {
  const { messageId, at } = aboutAnswer.parse(about);
  const found = await findAnswer(messageId, new Date(at));
  if (!found) return null;
  const { answer, message, createdAt } = found;
  const { timeZone } = institute;
  return {
    to: recipient,
    subject: copy.answerSubject(site().facts.name),
    paragraphs: [answer],
    closing: [`${copy.answerQuote(shownDate(dateIn(timeZone, createdAt)))}\n${message}`],
  };
};

export const inquiryMails: Record<string, Composer> = { contactMessage, contactAnswer };
