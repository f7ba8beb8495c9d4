import { z } from "zod";
import { idField, momentView, optionalSectionField, storedClassField } from "@/lib/fields";
import { say } from "./messages";

const ids = z.array(idField).max(1000, say("tooManyChosen")).default([]);

/** A promotion, with the students who stay and those who leave; all others go up, and the last class leaves. */
export const promotionInput = z.strictObject({
  fromYear: idField.describe("The `_id` of a school year"),
  toYear: idField.describe("The `_id` of a later school year"),
  className: storedClassField,
  section: optionalSectionField.optional(),
  stay: ids.describe("The `_id` of each student who repeats the class"),
  leave: ids.describe("The `_id` of each student who leaves"),
});

export type PromotionInput = z.output<typeof promotionInput>;

/** Carries out the promotion; with `numberByName`, new classes get roll numbers by name. */
export const promoteInput = promotionInput.extend({
  numberByName: z
    .boolean()
    .default(false)
    .describe("Whether to give roll numbers in the order of names in each new section"),
  digest: z
    .string()
    .max(100)
    .optional()
    .describe("The `digest` of the preview: 409 if the promotion would now do something else"),
});

export type PromoteInput = z.output<typeof promoteInput>;

const promotionRow = z.object({
  studentId: z.string(),
  name: z.string(),
  from: z.object({ className: z.string(), section: z.string().nullable(), rollNo: z.string().nullable() }),
  to: z
    .object({ className: z.string(), section: z.string().nullable() })
    .nullable()
    .describe("Null for students who leave. Sections are kept, roll numbers are not."),
  what: z.enum(["up", "stays", "leaves", "refused"]),
  why: z.string().nullable(),
});

export type PromotionRow = z.infer<typeof promotionRow>;

export const promotionView = z.object({
  rows: z.array(promotionRow),
  counts: z.object({ up: z.number(), stays: z.number(), leaves: z.number(), refused: z.number() }),
  digest: z.string().describe("The digest of all planned moves"),
});

export type PromotionView = z.infer<typeof promotionView>;

export const promotedView = promotionView.extend({ batchId: z.string() });

export const batchInput = z.strictObject({ batchId: idField });

/** Each row of an undone promotion: restored, kept because it was changed since, or failed with the reason. */
export const undoneView = z.object({
  reversed: z.number(),
  rows: z.array(
    z.object({
      studentId: z.string().nullable(),
      name: z.string(),
      state: z.enum(["kept", "failed"]),
      why: z.string(),
    }),
  ),
});

export type UndoneView = z.infer<typeof undoneView>;

export const batchView = z.object({
  _id: z.string(),
  createdAt: momentView,
  by: z.string().nullable(),
  counts: z.record(z.string(), z.unknown()),
  undoneAt: momentView.nullable(),
  undoUntil: momentView.describe("The latest time to undo it"),
});

export type BatchView = z.infer<typeof batchView>;

/** A class of a year that gets roll numbers by name; without a section, all its sections. */
export const numberByNameInput = z.strictObject({
  year: idField.optional(),
  className: storedClassField,
  section: optionalSectionField.optional(),
});

export type NumberByNameInput = z.output<typeof numberByNameInput>;

/** How many students get a roll number, how many of them have another one now, and in how many sections. */
export const numbersView = z.object({ students: z.number(), numbered: z.number(), sections: z.number() });

export type NumbersView = z.output<typeof numbersView>;

/** Gives the numbers, if the preview is still the one that was `seen`. */
export const giveNumbersInput = numberByNameInput.extend({ seen: numbersView.optional() });

export type GiveNumbersInput = z.output<typeof giveNumbersInput>;
