import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findMessage } from "./data";
import { copy } from "./messages";

const aboutMessage = z.object({ messageId: z.uuid() });

/** Brings the institute what a visitor wrote (decision 25). */
const contactMessage: Composer = async ({ about, recipient }) => {
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

/** The letters about messages, each written when it leaves. */
export const inquiryMails: Record<string, Composer> = { contactMessage };
