-- An absence that a later release replaces stays as a withdrawn row, so that taking that release back brings it back. A student
-- has at most one in an exam that is not withdrawn.
ALTER TABLE "exam_absences" DROP CONSTRAINT "exam_absences_pkey",
    ADD CONSTRAINT "exam_absences_pkey" PRIMARY KEY ("exam_id", "student_id", "release_no");
CREATE UNIQUE INDEX "exam_absences_told_key" ON "exam_absences" ("exam_id", "student_id") WHERE "withdrawn_at" IS NULL;
