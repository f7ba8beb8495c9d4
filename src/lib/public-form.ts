import { z } from "zod";
import { honeypotName } from "./honeypot";
import { say } from "./messages";

const isPhone = (text: string) => /^[+\d(][\d\s().-]{4,}$/.test(text);

/** Accepts what looks like a telephone number. */
export const phoneRule = [isPhone, say("badPhone")] as const;

/** The same for a number that may be left out. */
export const optionalPhoneRule = [(text: string | null) => text === null || isPhone(text), phoneRule[1]] as const;

/** The field of a public form that no person fills in. */
export const honeypotField = { [honeypotName]: z.literal("", say("unexpected")).optional() };

/** What was typed, without that field. */
export function withoutHoneypot<Form extends { [honeypotName]?: "" | undefined }>(form: Form) {
  const { [honeypotName]: _, ...typed } = form;
  return typed;
}
