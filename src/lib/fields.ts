import { z } from "zod";
import { classOf } from "./classes";

/** A class, 1 to 12, written `7`, `"7"` or `"Class 7"` (decision 10). */
export const classField = z
  .union(
    [
      z.string().meta({ pattern: "^([Cc]lass +)?(0?[1-9]|1[0-2])$" }),
      z.number().meta({ type: "integer", minimum: 1, maximum: 12 }),
    ],
    "Please select a class from 1 to 12.",
  )
  .transform(classOf)
  .pipe(z.number("Please select a class from 1 to 12."));

// Line breaks and tabs are for descriptions; other control characters, halves of characters, and those that turn the
// reading direction of all that follows, are for nobody.
const control = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const controlButLines = /[^\P{Cc}\n\r\t]|[\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u;

/** True for a text PostgreSQL can hold or be asked for: every character but NUL, and no half of one. */
export const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

/** The sentence for a character that is for nobody. */
export const unusable = (label: string) => `${label} has a character that cannot be shown.`;

/** A line of text that a person typed: trimmed, not empty, without control characters; several lines when `lines` is set. */
export function textField(label: string, most = 200, lines = false) {
  return z
    .string(`${label} is required.`)
    .trim()
    .normalize("NFC")
    .min(1, `${label} is required.`)
    .max(most, `${label} can have ${most} characters at most.`)
    .refine((text) => !(lines ? controlButLines : control).test(text), unusable(label));
}

/** Like {@link textField}, but may be left out or empty; several lines when `lines` is set. */
export function optionalTextField(label: string, most = 200, lines = false) {
  return z
    .string(`${label} must be text.`)
    .trim()
    .normalize("NFC")
    .max(most, `${label} can have ${most} characters at most.`)
    .refine((text) => !(lines ? controlButLines : control).test(text), unusable(label))
    .nullish()
    .transform((text) => text || null);
}

/**
 * The one spelling of an e-mail address: NFKC first, so that look-alikes are judged as what they are, and a domain in other
 * letters as the mail system writes it (`bücher.example` is `xn--bcher-kva.example`).
 */
export function canonicalEmail(text: string): string {
  const email = text.normalize("NFKC").trim().toLowerCase();
  const at = email.lastIndexOf("@") + 1;
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at));
}

// Browsers and Node know the rules of international domain names as a part of those of web addresses.
function asciiDomain(domain: string): string {
  if (!isForeign(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

const isForeign = (text: string) => /[^\0-\x7f]/.test(text);

const badEmail = "Please enter a valid email address.";

// As zod has it, and with the last part of a domain in other letters, which has digits and hyphens.
const pattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

// Many mail servers bring nothing to such a mailbox, and two that look alike could be told apart by nobody.
const foreignMailbox = "Please use an email address with only the letters a to z, digits and signs before the @.";

/** An e-mail address in its one spelling; bounded before and after, since canonical text can be longer. */
export const emailField = z
  .string("Email is required.")
  .max(254, badEmail)
  .meta({ format: "email" })
  .transform(canonicalEmail)
  .pipe(z.string().refine((email) => !isForeign(email.slice(0, email.lastIndexOf("@") + 1)), foreignMailbox))
  .pipe(z.email({ pattern, error: badEmail }).max(254, badEmail));

/** The id of a thing, as answers carry it in `_id` (decision 11). */
export const idField = z.uuid("This is not an id of this site.");

/** A calendar date, `2026-11-20`, as entered (decision 20). */
export function dateField(label: string) {
  const sentence = `${label} must be a date like 2026-11-20.`;
  // The calendar, and so PostgreSQL's, has no year 0.
  return z.iso.date(sentence).refine((date) => !date.startsWith("0000"), sentence);
}

/** A moment in an answer; the browser gets a `Date`, whoever asks for JSON its ISO 8601 text in UTC. */
export const momentView = z.date().meta({ type: "string", format: "date-time" });

/** What a list is searched for, spelled as the texts in it are. */
export const searchField = z
  .string()
  .trim()
  .normalize("NFC")
  .max(100, "Search for 100 characters at most.")
  .refine(isStorable, unusable("The search"))
  .optional();

/** How much of a list is told at once, and unless told how much. */
export const mostOnPage = 1000;

const badLimit = `limit must be a whole number from 1 to ${mostOnPage}.`;

/** How a list is paged (decision 21). */
export const pageFields = {
  limit: z.coerce.number(badLimit).int(badLimit).min(1, badLimit).max(mostOnPage, badLimit).default(mostOnPage),
  cursor: z.string().max(200).optional(),
};
