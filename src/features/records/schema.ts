import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { idField, momentView, pageFields, searchField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { mailStates } from "./schema-states";

const filters = {
  /** The subject: a notice, by id. */
  about: idField.optional(),
  /** A part of the recipient's name or address. */
  person: searchField,
};

export const mailFilterInput = z.strictObject(filters);

export type MailFilterInput = z.output<typeof mailFilterInput>;

export const listMailsInput = z.strictObject({ state: z.enum(mailStates).optional(), ...filters, ...pageFields });

export type ListMailsInput = z.output<typeof listMailsInput>;

/** An email for the administrator, without its text, which only concerns the recipient. */
export const mailView = z.object({
  _id: z.string(),
  kind: z.string(),
  /** The title of the notice that it is about. */
  title: z.string().nullable(),
  recipient: z.string(),
  /** The name of the recipient, if an account is known. */
  name: z.string().nullable(),
  state: z.enum(mailStates),
  attempts: z.number(),
  /** The error of the last attempt. */
  fault: z.string().nullable(),
  createdAt: momentView,
  dueAt: momentView,
  /** When it will be sent, if it waits for its delay, its digest or the limits; null if within a moment. */
  leavesAt: momentView.nullable(),
  /** Its recipient has turned such emails off: it is deleted when it is due. */
  isUnwanted: z.boolean(),
  sentAt: momentView.nullable(),
});

export type MailView = z.infer<typeof mailView>;

export const mailsPage = z.object({ items: z.array(mailView), nextCursor: z.string().nullable() });

/** An outage of the mail server: its message, since when, and the next attempt. */
export const mailOutage = z.object({ fault: z.string(), since: momentView, nextTryAt: momentView });

/** The number of emails in each state, the transport (mail server or folder), and what blocks it. */
export const mailSummary = z.object({
  waiting: z.number(),
  sent: z.number(),
  failed: z.number(),
  kept: z.number(),
  held: z.number(),
  gathered: z.number(),
  folder: z.string().nullable(),
  outage: mailOutage.nullable(),
  /** How many wait for a later day because of the daily limit. */
  beyondToday: z.number(),
});

export type MailSummary = z.infer<typeof mailSummary>;

/** An email that is sent again, and what its recipient has chosen for it. */
export const resentMail = mailView.pick({ _id: true }).extend({ choice: z.enum(["at_once", "digest", "required"]) });

export type ResentMail = z.infer<typeof resentMail>;

export const mailIdInput = z.strictObject({ id: idField });

/** Which emails to send again: failed ones, or those held back after a restore, of the filtered list. */
export const resendMailsInput = z.strictObject({ state: z.enum(["failed", "held"], say("otherMails")), ...filters });

export type ResendMailsInput = z.output<typeof resendMailsInput>;

/** Which held-back emails to delete: one, or all of the filtered list. */
export const dropMailsInput = z.strictObject({ id: idField.optional(), ...filters });

export type DropMailsInput = z.output<typeof dropMailsInput>;

export const mailCount = z.object({ count: z.number() });

/** How many are sent again, and how many of them leave with the email of the day or, as their recipients have chosen, not at all. */
export const resentMails = mailCount.extend({ inDigest: z.number(), unwanted: z.number() });

export type ResentMails = z.infer<typeof resentMails>;

function momentField(name: Label) {
  const sentence = sayLib("mustBeMoment", name);
  return (
    z.iso
      .datetime({ offset: true, error: sentence })
      .transform((text) => new Date(text))
      // PostgreSQL has no year 0, and a time zone may shift a date beyond four-digit years.
      .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999, sentence)
  );
}

export const listEventsInput = (actions: string[]) =>
  z.strictObject({
    action: z.enum(actions, say("noSuchAction")).optional(),
    /** Events at this moment or later. */
    from: momentField("from").optional(),
    /** Events before this moment. */
    before: momentField("before").optional(),
    actor: idField.optional(),
    /** A part of the name of who acted or was concerned. */
    person: searchField,
    /** False leaves out routine events: logins and readings. */
    routine: z.boolean().optional(),
    /** False leaves out refused actions. */
    refused: z.boolean().optional(),
    ...pageFields,
  });

export type ListEventsInput = z.output<ReturnType<typeof listEventsInput>>;

export const eventView = z.object({
  _id: z.string(),
  at: momentView,
  action: z.string(),
  words: z.string(),
  icon: z.string(),
  alarming: z.boolean(),
  /** The current name of the actor; for deleted or unknown actors, their role. */
  actor: z.string(),
  actorId: z.string().nullable(),
  actorRole: z.enum(["user", "admin"]).nullable(),
  subjectId: z.string().nullable(),
  /** The current name of the subject, then the details, in words. */
  facts: z.array(z.string()),
  /** The page of the subject, if it has one and still exists. */
  href: z.string().nullable(),
  address: z.string().nullable(),
});

export type EventView = z.infer<typeof eventView>;

export const eventsPage = z.object({ items: z.array(eventView), nextCursor: z.string().nullable() });
