import { z } from "zod";
import { comparedResultView } from "@/features/results/schema";

/** How a class teacher can contact a family. */
const guardian = z.object({ name: z.string(), relation: z.string(), phone: z.string().nullable() });

/** A student for a teacher. Guardians are only shown to the class teacher, and null for subject teachers. */
export const taughtStudent = z.object({
  _id: z.string(),
  name: z.string(),
  className: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardians: z.array(guardian).nullable(),
});

export type TaughtStudent = z.infer<typeof taughtStudent>;

/** The students of the taught classes, by class, section and roll number. */
export const taughtStudents = z.array(taughtStudent);

/** A student with the marks that the teacher may read: of the taught subjects, or all for the class teacher. */
export const taughtStudentView = taughtStudent.extend({ results: z.array(comparedResultView) });

export type TaughtStudentView = z.infer<typeof taughtStudentView>;
