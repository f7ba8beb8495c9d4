import { z } from "zod";
import { classOf } from "./classes";

/** A class, 1 to 12, written `7`, `"7"` or `"Class 7"` (decision 10). */
export const classField = z
  .union([z.string(), z.number()], "Please select a class from 1 to 12.")
  .transform(classOf)
  .pipe(z.number("Please select a class from 1 to 12."));

// Line breaks and tabs are for descriptions; other control characters are for nobody.
const control = /[\p{Cc}\u2028\u2029]/u;
const controlButLines = /[^\P{Cc}\n\r\t]/u;

/** A line of text that a person typed: trimmed, not empty, without control characters. */
export function textField(label: string, most = 200) {
  return z
    .string(`${label} is required.`)
    .trim()
    .normalize("NFC")
    .min(1, `${label} is required.`)
    .max(most, `${label} can have ${most} characters at most.`)
    .refine((text) => !control.test(text), `${label} has a character that cannot be shown.`);
}

/** Like {@link textField}, but may be left out or empty; several lines when `lines` is set. */
export function optionalTextField(label: string, most = 200, lines = false) {
  return z
    .string(`${label} must be text.`)
    .trim()
    .normalize("NFC")
    .max(most, `${label} can have ${most} characters at most.`)
    .refine((text) => !(lines ? controlButLines : control).test(text), `${label} has a character that cannot be shown.`)
    .nullish()
    .transform((text) => text || null);
}

/** The one spelling of an e-mail address (decision 7): NFKC first, so that look-alikes are judged as what they are. */
export function canonicalEmail(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** An e-mail address in its one spelling. */
export const emailField = z
  .string("Email is required.")
  .max(254, "Please enter a valid email address.")
  .transform(canonicalEmail)
  .pipe(z.email("Please enter a valid email address."));

/** The id of a thing, as answers carry it in `_id` (decision 11). */
export const idField = z.uuid("This is not an id of this site.");

/** A calendar date, `2026-11-20`, as entered (decision 20). */
export const dateField = (label: string) => z.iso.date(`${label} must be a date like 2026-11-20.`);

/** How a list is paged (decision 21). */
export const pageFields = {
  limit: z.coerce.number("limit must be a number.").int().min(1).max(1000).default(1000),
  cursor: z.string().max(200).optional(),
};
