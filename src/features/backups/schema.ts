import { z } from "zod";
import { codeField, passwordField } from "@/features/auth/schema";
import { idField, isStorable, momentView } from "@/lib/fields";
import { say } from "./messages";

/** Minimum length of a passphrase. */
const shortest = 12;

const passphraseField = z
  .string(say("passphraseWanted"))
  .refine((text) => [...text].length >= shortest, say("tooShort"))
  .refine((text) => text.length <= 200 && isStorable(text), say("tooLong"));

export const backupsView = z.object({
  /** The running task. */
  taskId: z.string().nullable(),
  /** The caller's newest task, if it failed. */
  failed: z.object({ at: momentView, fault: z.string() }).nullable(),
  /** The last result, and the time until which it can be downloaded. */
  made: z.object({ taskId: z.string(), bytes: z.number(), at: momentView, until: momentView }).nullable(),
  /** Whether a download requires a code of the authenticator app. */
  asksForCode: z.boolean(),
  /** Whether a backup is made each night. */
  isNightly: z.boolean(),
  /** Data that is kept elsewhere, and so is in no backup. */
  lacks: z.array(z.enum(["secret", "materials"])),
  /** The last backups, newest first. */
  backups: z.array(
    z.object({
      at: momentView,
      bytes: z.number(),
      ok: z.boolean(),
      /** Number of published files that it lacks. */
      missing: z.int().optional(),
      how: z.enum(["nightly", "command", "office", "unknown"]),
    }),
  ),
});

export type BackupsView = z.infer<typeof backupsView>;

/** Why a backup is advisable, and the age of the last good one. */
export const reminderView = z
  .object({ why: z.enum(["none", "old", "failed", "incomplete"]), days: z.int() })
  .nullable();

export type Reminder = z.infer<typeof reminderView>;

export const downloadInput = z.strictObject({
  id: idField,
  password: passwordField,
  code: codeField.optional(),
  passphrase: passphraseField,
});

export type DownloadInput = z.output<typeof downloadInput>;

/** A ticket that starts a download within a minute, in the same session. */
export const ticketView = z.object({ ticket: z.string() });

export const ticketInput = z.strictObject({ ticket: z.string().max(2000) });

/** A download: the file, and its passphrase. */
export const openedView = z.object({ key: z.string(), name: z.string(), passphrase: z.string() });

/** The input of the task. */
export const backupTaskInput = z.strictObject({});
