import { z } from "zod";
import { idField, refusedView, storedClassField } from "@/lib/fields";

/** A class of a year, by default the current one; without a section, the whole class. */
export const classLettersInput = z.strictObject({
  year: idField.optional(),
  class: storedClassField,
  section: z
    .string()
    .regex(/^[a-z0-9]{1,3}$/i)
    .transform((section) => section.toUpperCase())
    .optional(),
});

export type ClassLettersInput = z.output<typeof classLettersInput>;

export const studentLetterInput = z.strictObject({ id: idField });

/** By default, the first guardian in the order of the preview. */
export const printLetterInput = studentLetterInput.extend({ guardianId: idField.optional() });

export const manyLettersInput = z.strictObject({ students: z.array(idField).min(1).max(1000) });

const classOfTask = z.strictObject({
  yearId: z.uuid(),
  className: z.int(),
  section: z.string().nullable(),
});

export type ClassOfTask = z.output<typeof classOfTask>;

/** The input of a letters task: a class, or selected students. */
export const lettersTaskInput = z.union([classOfTask, z.strictObject({ students: z.array(z.uuid()) })]);

export type LettersTaskInput = z.output<typeof lettersTaskInput>;

const head = {
  /** The host of the links in letters: wrong if APP_URL is not set. */
  address: z.string(),
  /** True if letters show the institute's own published facts, not the product's defaults. */
  ownFacts: z.boolean(),
};

export const letterPreview = z.object({
  people: z.array(z.object({ name: z.string(), relation: z.string().nullable() })),
  /** The guardians who could be the recipient: those who see results first, then in contact order. */
  guardians: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      relation: z.string(),
      /** True if a letter to this guardian has no code for the student, although the student needs one. */
      leavesOutStudent: z.boolean(),
      /** Characters of the letter to this guardian that no font contains. */
      unprintable: z.string(),
    }),
  ),
  /** Characters of the letter with the first guardian that no font contains. */
  unprintable: z.string(),
  ...head,
});

export const classPreview = z.object({
  ...head,
  students: z.int(),
  /** The number of students who get a code and have no address. */
  withoutAddress: z.int(),
  letters: z.int(),
  /** The number of letters without a code for the student, although the student needs one. */
  withoutStudent: z.int(),
  /** The number of families in which nobody needs a code. */
  skipped: z.int(),
  unprintable: z.array(z.object({ _id: z.string(), name: z.string(), signs: z.string() })),
});

/** A preview of the letters for the selected students: who gets none, and why. */
export const manyPreview = z.object({
  ...head,
  students: z.int(),
  withoutAddress: z.int(),
  letters: z.int(),
  withoutStudent: z.int(),
  refused: refusedView,
});
