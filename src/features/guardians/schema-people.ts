import { z } from "zod";
import { idField, isStorable, momentView, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { addressField, phoneField } from "./schema-links";

const search = z
  .string()
  .trim()
  .normalize("NFC")
  .min(2)
  .max(254)
  .refine(isStorable, sayLib("unusable", sayLib("theSearch")));

/**
 * A search for a guardian of a student, or for another entry of a guardian: words of the name (also with words of a child's
 * name), part of a phone number, or a whole address.
 */
export const findGuardianInput = z.union([
  z.strictObject({ studentId: idField, search }),
  z.strictObject({ guardianId: idField, search }),
]);

export type FindGuardianInput = z.output<typeof findGuardianInput>;

const childOf = z.object({
  name: z.string(),
  relation: z.string(),
  className: z.string().nullable(),
  section: z.string().nullable(),
});

const contact = { name: z.string(), phone: z.string().nullable(), email: z.string().nullable() };

/** A person who can be linked, with enough data to tell namesakes apart. */
export const foundGuardianView = z.object({
  _id: z.string(),
  ...contact,
  children: z.array(childOf),
  isStaff: z.boolean(),
});

export type FoundGuardianView = z.infer<typeof foundGuardianView>;

/** Maximum number of people who are offered. */
export const mostFound = 8;

export const guardianIdInput = z.strictObject({ guardianId: idField });

export const guardianView = z.object({
  _id: z.string(),
  ...contact,
  hasLogin: z.boolean(),
  isFormerAddressTold: z.boolean().describe("Whether the former address is notified of a change"),
  isStaff: z.boolean(),
  children: z.array(childOf),
  rowVersion: z.number(),
  /** Changes by the office, newest first. */
  changes: z.array(
    z.object({
      at: momentView,
      by: z.string().nullable(),
      values: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  ),
});

export type GuardianView = z.infer<typeof guardianView>;

/** Changes of a guardian; missing fields stay unchanged. */
export const editGuardianInput = z.strictObject({
  guardianId: idField,
  name: textField(say("name")).optional(),
  phone: phoneField,
  email: addressField,
  rowVersion: z
    .number()
    .int()
    .optional()
    .describe("The version that was read: 409 for a change if it is not the last one"),
});

export type EditGuardianInput = z.output<typeof editGuardianInput>;

export const previewJoinInput = z.strictObject({ guardianId: idField, otherId: idField });

export const joinGuardiansInput = z.strictObject({ keptId: idField, goneId: idField });

export type JoinGuardiansInput = z.output<typeof joinGuardiansInput>;

export const joinGuardiansView = z.object({
  kept: guardianView.omit({ changes: true }),
  gone: guardianView.omit({ changes: true }),
  moves: z.object({ links: z.int(), consents: z.int(), mails: z.int() }),
  /** Children linked to both entries: the link of the kept entry stays. */
  both: z.array(z.string()),
  /** Children for whom a consent will no longer count, because one was withdrawn later in the other entry. */
  withdrawn: z.array(z.string()),
  /** Phone number and address after the merge. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The login of the deleted entry is closed. */
  loginEnds: z.boolean(),
});

export type JoinGuardiansView = z.infer<typeof joinGuardiansView>;
