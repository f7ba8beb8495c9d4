-- The result of a student in an exam, however many take it.
CREATE INDEX "results_exam_id_student_id_idx" ON "results"("exam_id", "student_id");
DROP INDEX "results_exam_id_idx";
