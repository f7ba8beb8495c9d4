-- A correction is a row of its own that takes the place of another one; it keeps the time of the first version (decision 51).
ALTER TABLE "results"
    ADD COLUMN "first_id" UUID,
    ADD COLUMN "supersedes_id" UUID,
    ADD COLUMN "corrected_at" TIMESTAMPTZ(3),
    ADD COLUMN "correction_reason" TEXT,
    ADD CONSTRAINT "results_correction_check" CHECK (
        num_nulls("first_id", "supersedes_id", "corrected_at", "correction_reason") IN (0, 4)
        AND char_length("correction_reason") BETWEEN 1 AND 300
    );

-- Of two corrections of one result at once, one wins.
CREATE UNIQUE INDEX "results_supersedes_id_key" ON "results"("supersedes_id");
CREATE INDEX "results_first_id_idx" ON "results"("first_id") WHERE "first_id" IS NOT NULL;
ALTER TABLE "results" ADD CONSTRAINT "results_supersedes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "results"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Versions share their place in a list.
CREATE INDEX "results_student_id_created_at_first_idx" ON "results"("student_id", "created_at" DESC, (coalesce("first_id", "id")) DESC);
DROP INDEX "results_student_id_created_at_id_idx";

-- CreateTable
CREATE TABLE "result_withdrawals" (
    "result_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "result_withdrawals_pkey" PRIMARY KEY ("result_id"),
    CONSTRAINT "result_withdrawals_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300)
);

-- AddForeignKey
ALTER TABLE "result_withdrawals" ADD CONSTRAINT "result_withdrawals_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "results"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What counts: the last version of each result that was not withdrawn. A withdrawal names the first version, so it holds for all.
CREATE VIEW "current_results" AS
SELECT r."id", coalesce(r."first_id", r."id") AS "first_id", r."student_id", r."class_name", r."score", r."total_marks", r."gpa",
    r."exam_name", r."subject", r."exam_date", r."created_at", r."read_at", r."corrected_at", r."correction_reason"
FROM "results" r
WHERE NOT EXISTS (SELECT FROM "results" s WHERE s."supersedes_id" = r."id")
    AND NOT EXISTS (SELECT FROM "result_withdrawals" w WHERE w."result_id" = coalesce(r."first_id", r."id"));

CREATE FUNCTION refuse_changed_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A result is not edited: a correction is a row of its own.' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "results_are_not_edited"
    AFTER UPDATE OF "score", "total_marks", "gpa", "class_name", "first_id", "supersedes_id", "corrected_at", "correction_reason" ON "results"
    FOR EACH ROW EXECUTE FUNCTION refuse_changed_marks();
