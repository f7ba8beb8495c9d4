import { z } from "zod";
import { classField, idField } from "@/lib/fields";

/** A class of a year, the current one unless told; without a section, all of it. */
export const classLettersInput = z.strictObject({
  year: idField.optional(),
  class: classField,
  section: z
    .string()
    .regex(/^[a-z0-9]{1,3}$/i)
    .transform((section) => section.toUpperCase())
    .optional(),
});

export type ClassLettersInput = z.output<typeof classLettersInput>;

export const studentLetterInput = z.strictObject({ id: idField });

/** Without a guardian, the first in the order of contact who has no login. */
export const printLetterInput = studentLetterInput.extend({ guardianId: idField.optional() });

export const manyLettersInput = z.strictObject({ students: z.array(idField).min(1).max(1000) });

const classOfTask = z.strictObject({
  yearId: z.uuid(),
  className: z.int(),
  section: z.string().nullable(),
});

export type ClassOfTask = z.output<typeof classOfTask>;

/** What a task of letters works through: a class, or students who were ticked. */
export const lettersTaskInput = z.union([classOfTask, z.strictObject({ students: z.array(z.uuid()) })]);

export type LettersTaskInput = z.output<typeof lettersTaskInput>;

export const letterPreview = z.object({
  people: z.array(z.object({ name: z.string(), relation: z.string().nullable() })),
  /** Those of the guardians who could stand in the letter, in the order of contact. */
  guardians: z.array(z.object({ _id: z.string(), name: z.string(), relation: z.string() })),
  /** Signs that no typeface has. */
  unprintable: z.string(),
  address: z.string(),
});

export const classPreview = z.object({
  /** Where the codes lead: wrong if nobody has said under which address the site is reached. */
  address: z.string(),
  students: z.int(),
  withoutAddress: z.int(),
  letters: z.int(),
  /** Families in which student and guardian log in already. */
  skipped: z.int(),
  unprintable: z.array(z.object({ _id: z.string(), name: z.string(), signs: z.string() })),
});

/** What printing letters for the ticked ones would do, and who gets none and why. */
export const manyPreview = z.object({
  address: z.string(),
  students: z.int(),
  withoutAddress: z.int(),
  letters: z.int(),
  refused: z.array(z.object({ studentId: z.string(), name: z.string(), why: z.string() })),
});

export const madeLetterView = z.object({ name: z.string(), type: z.string(), base64: z.string() });

export const startedView = z.object({ taskId: z.string() });
