-- The exam that a result was released of; results that were added one by one have none.
ALTER TABLE "results"
    ADD COLUMN "exam_id" UUID,
    ADD COLUMN "release_no" SMALLINT,
    ADD COLUMN "remark" TEXT,
    ADD CONSTRAINT "results_release_check" CHECK (("exam_id" IS NULL) = ("release_no" IS NULL)),
    ADD CONSTRAINT "results_remark_check" CHECK (char_length("remark") BETWEEN 1 AND 300),
    ADD CONSTRAINT "results_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "results_exam_id_idx" ON "results"("exam_id");

-- Everyone has one result of a release.
CREATE UNIQUE INDEX "results_release_key" ON "results"("exam_id", "release_no", "student_id")
    WHERE "exam_id" IS NOT NULL;
