import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { idField, momentView, pageFields, searchField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/**
 * What can be said of a mail: it is to leave, the mail server has taken it, nobody took it, it was kept as a file where there
 * is no mail server, it waited when the backup was made that was restored, and is held back, or it has become a part of a digest.
 */
export const mailStates = ["waiting", "sent", "failed", "kept", "held", "gathered"] as const;

export type MailState = (typeof mailStates)[number];

const filters = {
  /** What they are about: a notice, by id. */
  about: idField.optional(),
  /** A part of the name or the address of whom they go to. */
  person: searchField,
};

export const mailFilterInput = z.strictObject(filters);

export type MailFilterInput = z.output<typeof mailFilterInput>;

export const listMailsInput = z.strictObject({ state: z.enum(mailStates).optional(), ...filters, ...pageFields });

export type ListMailsInput = z.output<typeof listMailsInput>;

/** A mail as the administrator sees it; what it says is the business of whom it goes to. */
export const mailView = z.object({
  _id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(mailStates),
  attempts: z.number(),
  /** Why the last attempt failed. */
  fault: z.string().nullable(),
  createdAt: momentView,
  dueAt: momentView,
  /** When it leaves if it waits for its pause, its digest, or room at the mail server; null for one that leaves in a moment. */
  leavesAt: momentView.nullable(),
  sentAt: momentView.nullable(),
});

export type MailView = z.infer<typeof mailView>;

export const mailsPage = z.object({ items: z.array(mailView), nextCursor: z.string().nullable() });

/** That the mail server takes no mail at all: what it says, since when, and when it is asked again. */
const mailOutage = z.object({ fault: z.string(), since: momentView, nextTryAt: momentView });

/** How many mails there are of each state, where they go, to a mail server or into a folder, and what stops them. */
export const mailSummary = z.object({
  ...{ waiting: z.number(), sent: z.number(), failed: z.number(), kept: z.number(), held: z.number() },
  gathered: z.number(),
  folder: z.string().nullable(),
  outage: mailOutage.nullable(),
  /** How many of all wait for a later day, because the mail server takes only so many in one. */
  beyondToday: z.number(),
});

export type MailSummary = z.infer<typeof mailSummary>;

export const mailIdInput = z.strictObject({ id: idField });

/** Which mails leave after all, all at once: those that failed, or those that a restore has held back. */
export const resendMailsInput = z.strictObject({ state: z.enum(["failed", "held"], say("otherMails")) });

/** Which mails that a restore has held back are not to leave: one, or without an id all of them. */
export const dropMailsInput = z.strictObject({ id: idField.optional() });

export const mailCount = z.object({ count: z.number() });

function momentField(name: Label) {
  const sentence = sayLib("mustBeMoment", name);
  return (
    z.iso
      .datetime({ offset: true, error: sentence })
      .transform((text) => new Date(text))
      // PostgreSQL knows no year 0, and a time zone can lead out of the years with four digits.
      .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999, sentence)
  );
}

export const listEventsInput = (actions: string[]) =>
  z.strictObject({
    action: z.enum(actions, say("noSuchAction")).optional(),
    /** What happened at this moment or later. */
    from: momentField("from").optional(),
    /** What happened before this moment. */
    before: momentField("before").optional(),
    actor: idField.optional(),
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
  /** The name of who did it, as it is today; of those who are gone or were never known, what they are. */
  actor: z.string(),
  actorId: z.string().nullable(),
  actorRole: z.enum(["user", "admin"]).nullable(),
  subjectId: z.string().nullable(),
  /** What it was done to, as it is called today, then the details, in words. */
  facts: z.array(z.string()),
  address: z.string().nullable(),
});

export type EventView = z.infer<typeof eventView>;

export const eventsPage = z.object({ items: z.array(eventView), nextCursor: z.string().nullable() });

const sentOfDay = z.object({ sent: z.number(), most: z.number() });

/** How the product is, for anyone who runs it. Sizes are in bytes. */
export const statusView = z.object({
  at: momentView,
  product: z.object({ version: z.string(), node: z.string(), since: momentView }),
  database: z.object({
    isEmbedded: z.boolean(),
    version: z.string(),
    bytes: z.number(),
    migrations: z.number(),
    milliseconds: z.number(),
  }),
  storage: z.object({
    isEmbedded: z.boolean(),
    /** Whether a new file is kept so that only the site can open it. */
    isPrivate: z.boolean(),
    files: z.number(),
    bytes: z.number(),
    /** Of the disk with the data folder; null where the system does not tell. */
    freeBytes: z.number().nullable(),
    diskBytes: z.number().nullable(),
  }),
  mail: z.object({
    isConfigured: z.boolean(),
    waiting: z.number(),
    failed: z.number(),
    kept: z.number(),
    held: z.number(),
    outage: mailOutage.nullable(),
    lastSentAt: momentView.nullable(),
  }),
  jobs: z.object({ waiting: z.number(), failed: z.number() }),
  trail: z.object({
    links: z.number(),
    /** Events that are not in the chain though ten minutes have passed. */
    late: z.number(),
    fault: z.string().nullable(),
  }),
  /** The forms that anyone may send, each in the day since the first. */
  forms: z.object({ applications: sentOfDay, messages: sentOfDay }),
  /** The last backup, good or not. */
  backup: z.object({ at: momentView, bytes: z.number(), ok: z.boolean() }).nullable(),
});

export type StatusView = z.infer<typeof statusView>;
