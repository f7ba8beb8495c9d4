import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

/** The caller's own results, or those of a child. */
export const readersInput = z.strictObject({ studentId: idField.optional() }).prefault({});

/** Everybody, other than the student, who may currently read the student's results. */
export const readersView = z.object({
  guardians: z.array(z.object({ name: z.string(), relation: z.string(), since: momentView, isYou: z.boolean() })),
  /** Without a subject: all subjects of the class. */
  teachers: z.array(
    z.object({
      name: z.string(),
      className: z.string(),
      section: z.string().nullable(),
      subject: z.string().nullable(),
    }),
  ),
  /** The number of people in the office. */
  office: z.number(),
});

export type ReadersView = z.infer<typeof readersView>;
