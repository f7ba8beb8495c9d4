import { z } from "zod";
import { resultView } from "@/features/results/schema";

/** How a class teacher reaches a family. */
const guardian = z.object({ name: z.string(), relation: z.string(), phone: z.string().nullable() });

/** A student as a teacher sees one. Guardians are shown to the class teacher alone, and null to teachers of a subject. */
export const taughtStudent = z.object({
  _id: z.string(),
  name: z.string(),
  className: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardians: z.array(guardian).nullable(),
});

export type TaughtStudent = z.infer<typeof taughtStudent>;

/** The students of the classes that somebody teaches, by class, section and roll number. */
export const taughtStudents = z.array(taughtStudent);

/** A student with the marks that the teacher may read: those of the subjects taught, all of the class for its teacher. */
export const taughtStudentView = taughtStudent.extend({ results: z.array(resultView) });

export type TaughtStudentView = z.infer<typeof taughtStudentView>;
