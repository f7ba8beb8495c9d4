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

/** What a task of letters works through. */
export const lettersTaskInput = z.strictObject({
  yearId: z.uuid(),
  className: z.int(),
  section: z.string().nullable(),
});

export type LettersTaskInput = z.output<typeof lettersTaskInput>;

/** Whom a letter for one student would hold a code for. */
export const letterPreview = z.object({
  people: z.array(z.object({ name: z.string(), relation: z.string().nullable() })),
  /** Signs that no typeface has. */
  unprintable: z.string(),
  address: z.string(),
});

/** What printing the letters of a class would do. */
export const classPreview = z.object({
  /** Where the codes lead: wrong if nobody has said under which address the site is reached. */
  address: z.string(),
  students: z.int(),
  withoutAddress: z.int(),
  letters: z.int(),
  /** Families in which student and guardian log in already. */
  skipped: z.int(),
  /** Families with a name that cannot be printed, and the signs. */
  unprintable: z.array(z.object({ _id: z.string(), name: z.string(), signs: z.string() })),
});

export const madeLetterView = z.object({ name: z.string(), type: z.string(), base64: z.string() });

export const startedView = z.object({ taskId: z.string() });
