import { z } from "zod";
import type { Label, Message } from "./catalogue";
import { classOf, firstClass, lastClass } from "./classes";
import { say } from "./messages";
import { control, withoutDirections, withoutUnseen } from "./plain-text";
import { storedClassOf } from "./stored-classes";

export const classWanted = say("classWanted", firstClass, lastClass);

const classBetween = (minimum: number, maximum: number, read: typeof classOf) => {
  const wanted = say("classWanted", minimum, maximum);
  return z
    .union(
      [
        z.string().meta({ pattern: "^([Cc]lass +)?(0?[1-9]|1[0-2])$" }),
        z.number().meta({ type: "integer", minimum, maximum }),
      ],
      wanted,
    )
    .transform((value) => read(value))
    .pipe(z.number(wanted))
    .describe("A class: 7, `7` or `Class 7`");
};

/** A class of the institute, given as `7`, `"7"` or `"Class 7"` (decision 10). */
export const classField = classBetween(firstClass, lastClass, classOf);

/** A class that rows have already, even if the institute no longer has it (decision 286). */
export const storedClassField = classBetween(1, 12, storedClassOf);

/** The key of a form, which is sent again with the form if the answer was lost (decision 339). */
export const sentKey = z.string().min(16).max(64);

/** What a form of the website sends in addition to its fields. */
export const sentFields = { key: sentKey.optional() };

// Tested as it was sent, since other letters, such as ß, become A to Z in upper case.
const sectionOf = (pattern: RegExp) =>
  z.string(say("badSection")).overwrite(withoutUnseen).regex(pattern, say("badSection")).toUpperCase();

export const sectionField = sectionOf(/^[A-Za-z0-9]{1,3}$/).describe("A section, such as `A`");

/** Like {@link sectionField}, but optional; empty becomes null. */
export const optionalSectionField = sectionOf(/^[A-Za-z0-9]{0,3}$/)
  .nullish()
  .transform((text) => text || null);

/** Sections of a class; an empty list means all of them. */
export const sectionsField = z
  .array(sectionField)
  .max(30, say("tooManySections"))
  .transform((all) => [...new Set(all)].sort())
  .default([]);

// Only descriptions may have line breaks and tabs.
const controlButLines = /[^\P{Cc}\n\r\t]|[\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u;

/** True if PostgreSQL can store the text: no NUL and no lone surrogates. */
export const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);

/** A required text: trimmed, normalized, without control characters; `lines` allows line breaks. */
export function textField(label: Label, most = 200, lines = false) {
  return z
    .string(say("required", label))
    .overwrite(withoutUnseen)
    .normalize("NFC")
    .min(1, say("required", label))
    .max(most, say("tooLong", label, most))
    .refine((text) => !(lines ? controlButLines : control).test(text), say("unusable", label));
}

/** A text that people outside the office type and emails show: a web address in it would look like a link of the institute. */
export const nameField = (label: Label, most?: number) =>
  textField(label, most).refine((text) => !/:\/\/|\bwww\.\S/i.test(text), say("webAddress", label));

/** True if the form in which a text is compared (NFKC) is not too long either: one character can become eighteen. */
export const isWithin = (text: string, most: number) => text.normalize("NFKC").length <= most;

/** Like {@link textField}, but optional; empty becomes null. */
export function optionalTextField(label: Label, most = 200, lines = false) {
  return z
    .string(say("mustBeText", label))
    .overwrite(withoutUnseen)
    .normalize("NFC")
    .max(most, say("tooLong", label, most))
    .refine((text) => !(lines ? controlButLines : control).test(text), say("unusable", label))
    .nullish()
    .transform((text) => text || null);
}

/**
 * Canonical form of an email address: NFKC first, so that compatibility look-alikes become equal; lower case; international
 * domains in Punycode (`bücher.example` is `xn--bcher-kva.example`).
 */
export function canonicalEmail(text: string): string {
  const email = withoutUnseen(withoutDirections(text.normalize("NFKC"))).toLowerCase();
  const at = email.lastIndexOf("@") + 1;
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at));
}

// The URL parser implements the rules of international domain names.
function asciiDomain(domain: string): string {
  if (!isForeign(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

const isForeign = (text: string) => /[^\0-\x7f]/.test(text);

const badEmail = say("badEmail");

// Zod's pattern, extended to Punycode top-level domains, which have digits and hyphens.
const pattern =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

// Many mail servers do not deliver to non-ASCII mailboxes, and look-alike addresses are indistinguishable.
const foreignMailbox = say("foreignMailbox");

/** An email address in canonical form; length checked before and after, since the canonical form can be longer. */
export const emailField = z
  .string({ error: ({ input }) => ((input ?? null) === null ? say("required", say("email")) : badEmail) })
  .max(254, badEmail)
  .meta({ format: "email" })
  .transform(canonicalEmail)
  .pipe(z.string().refine((email) => !isForeign(email.slice(0, email.lastIndexOf("@") + 1)), foreignMailbox))
  .pipe(z.email({ pattern, error: badEmail }).max(254, badEmail));

function badId({ input, path }: { input?: unknown; path?: PropertyKey[] | undefined }): Message {
  const name = path?.at(-1);
  return input === undefined && typeof name === "string" ? say("missing", name) : say("badId");
}

/** The id of a record, as in the `_id` of responses (decision 11); lower case, as ids are compared as texts. */
export const idField = z.uuid({ error: badId }).toLowerCase().describe("An `_id` from a response");

/** A refinement of a list: adds an issue to each entry of a student whom an earlier entry names. */
export function namesStudentsOnce(
  entries: { studentId: string }[],
  { addIssue }: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  const earlier = new Set<string>();
  for (const [index, { studentId }] of entries.entries()) {
    if (earlier.has(studentId)) addIssue({ code: "custom", path: [index, "studentId"], message: say("studentTwice") });
    earlier.add(studentId);
  }
}

/** A calendar date as entered, `2026-11-20` (decision 20). */
export function dateField(label: Label) {
  const error = ({ input }: { input?: unknown }) => say(input === undefined ? "required" : "mustBeDate", label);
  // Report nothing else for an invalid date.
  const invalid = { error, abort: true };
  // PostgreSQL has no year 0.
  return z.iso.date(invalid).refine((date) => !date.startsWith("0000"), invalid);
}

/** A time of day as entered, `09:30`. */
export const timeField = (wrong: Message, missing?: Message) =>
  z.string(missing).regex(/^([01]\d|2[0-3]):[0-5]\d$/, wrong);

/** A whole number in a query string, from 1 to `most`. */
export const wholeField = (most: number, wrong?: Message) =>
  z.coerce.number(wrong).int(wrong).min(1, wrong).max(most, wrong);

/** A moment in a response: a `Date` over tRPC, an ISO 8601 text in UTC over REST. */
export const momentView = z.date().meta({ type: "string", format: "date-time" });

/** A search text, normalized like the stored texts. */
export const searchField = z
  .string()
  .overwrite(withoutDirections)
  .trim()
  .normalize("NFC")
  .max(100, say("searchTooLong"))
  .refine(isStorable, say("unusable", say("theSearch")))
  .optional()
  .describe("A text to search for");

/** The exact text of the subject that a list is filtered by, normalized like the stored texts. */
export const subjectFilterField = z
  .string()
  .trim()
  .normalize("NFC")
  .min(1)
  .max(200)
  .refine(isStorable, say("unusable", say("subject")))
  .optional()
  .describe("The whole name of a subject, exactly as it is stored");

/** The maximum number of subjects that a list offers as filters: more would hide the list. */
export const mostChips = 12;

/** The maximum number of people offered while a name is typed; an answer has one more if there are more. */
export const mostSuggested = 8;

export const subjectCounts = z.array(z.object({ subject: z.string(), count: z.number() }));

export type SubjectCounts = z.infer<typeof subjectCounts>;

/** Number of emails per day if they were enqueued now; null without a mail server. */
export const leavesView = z.object({ today: z.number(), tomorrow: z.number(), later: z.number() }).nullable();

export type LeavesView = z.infer<typeof leavesView>;

/** The maximum and default page size of lists. */
export const mostOnPage = 1000;

const badLimit = say("badLimit", mostOnPage);

/** The paging parameters of a list (decision 21). */
export const pageFields = {
  limit: wholeField(mostOnPage, badLimit).default(mostOnPage).describe("The maximum number of items"),
  cursor: z.string().max(200).optional().describe("Where the page begins: from the `Link` header of the previous page"),
};

export const tableView = z.object({ csv: z.string() });

/** A file that the browser saves. */
export const downloadView = z.object({ name: z.string(), type: z.string(), base64: z.string() });

export type DownloadView = z.infer<typeof downloadView>;

/** A background task that was started. */
export const startedView = z.object({ taskId: z.string() });

/** The students whom a bulk action left out, and why. */
export const refusedView = z.array(z.object({ studentId: z.string(), name: z.string(), why: z.string() }));
