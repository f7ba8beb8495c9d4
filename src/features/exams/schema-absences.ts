import { z } from "zod";
import { idField, momentView } from "@/lib/fields";

/** The caller's own absences, or those of a child. */
export const absencesInput = z.strictObject({ studentId: idField.optional() }).optional();

/** An exam without a mark, for families. */
export const absenceView = z.object({
  _id: z.string(),
  className: z.string(),
  examName: z.string(),
  subject: z.string(),
  examDate: z.iso.date().nullable(),
  kind: z.enum(["absent", "excused"]),
  remark: z.string().nullable(),
  releasedAt: momentView,
  /** The exam was withdrawn. */
  withdrawal: z.object({ at: momentView, reason: z.string() }).nullable(),
});

export type AbsenceView = z.infer<typeof absenceView>;
