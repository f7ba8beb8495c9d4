import { z } from "zod";
import { honeypotName } from "./honeypot";
import { say } from "./messages";
import { hasPhone } from "./phones";

/** Accepts what has a telephone number, with whatever a family writes beside it. */
export const phoneRule = [hasPhone, say("badPhone")] as const;

/** The same for a number that may be left out. */
export const optionalPhoneRule = [(text: string | null) => text === null || hasPhone(text), phoneRule[1]] as const;

/** So long a phone may be: that of each parent, with whose it is. */
export const longestPhone = 100;

export const honeypotField = { [honeypotName]: z.literal("", say("unexpected")).optional() };

/** What was typed, without that field. */
export function withoutHoneypot<Form extends { [honeypotName]?: "" | undefined }>(form: Form) {
  const { [honeypotName]: _, ...typed } = form;
  return typed;
}
