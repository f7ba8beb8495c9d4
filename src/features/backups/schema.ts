import { z } from "zod";
import { codeField, passwordField } from "@/features/auth/schema";
import { idField, isStorable, momentView } from "@/lib/fields";
import { say } from "./messages";

/** A passphrase has so many signs at least. */
const shortest = 12;

const passphraseField = z
  .string(say("passphraseWanted"))
  .refine((text) => [...text].length >= shortest, say("tooShort"))
  .refine((text) => text.length <= 200 && isStorable(text), say("tooLong"));

export const backupsView = z.object({
  /** The task that makes one. */
  taskId: z.string().nullable(),
  /** What it has made, until when it can be downloaded. */
  made: z.object({ taskId: z.string(), bytes: z.number(), at: momentView, until: momentView }).nullable(),
  /** Whether a download asks for a code of the authenticator app. */
  asksForCode: z.boolean(),
  /** Whether one is made each night. */
  isNightly: z.boolean(),
  /** The last ones, the latest first. */
  backups: z.array(
    z.object({
      ...{ at: momentView, bytes: z.number(), ok: z.boolean() },
      how: z.enum(["nightly", "command", "office", "unknown"]),
    }),
  ),
});

export type BackupsView = z.infer<typeof backupsView>;

/** Why somebody should make a backup, and how old the last good one is. */
export const reminderView = z.object({ why: z.enum(["none", "old", "failed"]), days: z.int() }).nullable();

export type Reminder = z.infer<typeof reminderView>;

export const startedView = z.object({ taskId: z.string() });

export const downloadInput = z.strictObject({
  ...{ id: idField, password: passwordField, code: codeField.optional(), passphrase: passphraseField },
});

export type DownloadInput = z.output<typeof downloadInput>;

/** What begins a download within a minute, in the same session. */
export const ticketView = z.object({ ticket: z.string() });

export const ticketInput = z.strictObject({ ticket: z.string().max(2000) });

/** A download that begins: which file, and the passphrase it leaves with. */
export const openedView = z.object({ key: z.string(), name: z.string(), passphrase: z.string() });

/** What a task works through. */
export const backupTaskInput = z.strictObject({});
