import { z } from "zod";
import { sentFields } from "./fields";
import { honeypotName } from "./honeypot";
import { say } from "./messages";
import { hasPhone } from "./phones";

/** Accepts a text that contains a telephone number, such as `Mobile 98900 22314 (mother)`. */
export const phoneRule = [hasPhone, say("badPhone")] as const;

/** Like {@link phoneRule}, but optional. */
export const optionalPhoneRule = [(text: string | null) => text === null || hasPhone(text), phoneRule[1]] as const;

/** Maximum length of a phone field: families write the numbers of both parents into it, with names. */
export const longestPhone = 100;

/** What the website's forms send in addition to their fields: the honeypot, and a key for a form that is sent again (decision 339). */
export const formFields = {
  [honeypotName]: z.literal("", say("unexpected")).optional(),
  ...sentFields,
};

/** The form without its honeypot field. */
export function withoutHoneypot<Form extends { [honeypotName]?: "" | undefined }>(form: Form) {
  const { [honeypotName]: _, ...typed } = form;
  return typed;
}
