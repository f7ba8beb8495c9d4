import { z } from "zod";
import { emailField, momentView, optionalTextField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { formFields, optionalPhoneRule, withoutHoneypot } from "@/lib/public-form";
import { say } from "./messages";

/** The fields of the contact form (decision 25). */
export const messageInput = z.strictObject({
  name: textField(sayLib("name")),
  email: emailField,
  phone: optionalTextField(sayLib("phone"), 40).refine(...optionalPhoneRule),
  message: textField(say("message"), 4000, true),
  consent: z.literal(true, say("consentRequired")),
});

export type MessageInput = z.output<typeof messageInput>;

/** The same fields, as the website's form sends them. */
export const messageForm = messageInput.extend(formFields).transform(withoutHoneypot);

export const messageView = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  createdAt: momentView,
  /** When the office answered it by email; `doneAt` is when it was marked as done. */
  answeredAt: momentView.nullable(),
  doneAt: momentView.nullable(),
});

export type MessageView = z.infer<typeof messageView>;
