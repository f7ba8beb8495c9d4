import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

/** Whose results: one's own, or those of a child. */
export const readersInput = z.strictObject({ studentId: idField.optional() }).prefault({});

/** Who may read a student's results now, beside the student, and nobody else. */
export const readersView = z.object({
  guardians: z.array(z.object({ name: z.string(), relation: z.string(), since: momentView, isYou: z.boolean() })),
  /** Without a subject: of all subjects of the class. */
  teachers: z.array(
    z.object({
      name: z.string(),
      className: z.string(),
      section: z.string().nullable(),
      subject: z.string().nullable(),
    }),
  ),
  /** How many people of the office. */
  office: z.number(),
});

export type ReadersView = z.infer<typeof readersView>;
