-- Who corrected or withdrew a single result; the history of its exam says so.
ALTER TABLE "results" ADD COLUMN "corrected_by_id" UUID;
ALTER TABLE "result_withdrawals" ADD COLUMN "by_id" UUID, ADD COLUMN "marks_version" INTEGER;

CREATE INDEX "results_corrected_by_id_idx" ON "results"("corrected_by_id") WHERE "corrected_by_id" IS NOT NULL;
CREATE INDEX "result_withdrawals_by_id_idx" ON "result_withdrawals"("by_id") WHERE "by_id" IS NOT NULL;

ALTER TABLE "results" ADD CONSTRAINT "results_corrected_by_id_fkey" FOREIGN KEY ("corrected_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "result_withdrawals" ADD CONSTRAINT "result_withdrawals_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A mark that is entered after the withdrawal is a late one. Versions tell, because clocks jump.
CREATE FUNCTION note_marks_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."marks_version" := (
        SELECT x."marks_version" FROM "results" r JOIN "exams" x ON x."id" = r."exam_id" WHERE r."id" = NEW."result_id"
    );
    RETURN NEW;
END
$$;

UPDATE "result_withdrawals" w SET "marks_version" = x."marks_version"
FROM "results" r JOIN "exams" x ON x."id" = r."exam_id" WHERE r."id" = w."result_id";

CREATE TRIGGER "result_withdrawals_marks_version" BEFORE INSERT ON "result_withdrawals"
    FOR EACH ROW WHEN (NEW."marks_version" IS NULL) EXECUTE FUNCTION note_marks_version();

-- The marks of an exam as they count: drafts, and of what was released the last version. What was taken back is a draft again; what
-- was withdrawn is nothing until another mark is entered.
CREATE OR REPLACE VIEW "exam_marks" AS
SELECT d."exam_id", d."student_id",
    CASE WHEN w."result_id" IS NULL OR d."row_version" > w."marks_version" THEN d."remark" END AS "remark",
    d."row_version", d."changed_by_id", d."changed_at",
    CASE WHEN w."result_id" IS NULL OR d."row_version" > w."marks_version" THEN d."kind" END AS "kind",
    CASE
        WHEN w."result_id" IS NULL THEN coalesce(v."score", d."score")
        WHEN d."row_version" > w."marks_version" THEN d."score"
    END AS "score",
    f."id" IS NOT NULL AND w."result_id" IS NULL AS "is_released",
    w."at" AS "withdrawn_at", w."reason" AS "withdrawal_reason"
FROM "mark_drafts" d
LEFT JOIN LATERAL (
    SELECT r."id" FROM "results" r
    WHERE r."exam_id" = d."exam_id" AND r."student_id" = d."student_id" AND r."supersedes_id" IS NULL
        AND NOT EXISTS (SELECT FROM "result_withdrawals" t WHERE t."result_id" = r."id" AND t."kind" = 'taken_back')
    ORDER BY r."release_no" DESC LIMIT 1
) f ON true
LEFT JOIN "result_withdrawals" w ON w."result_id" = f."id"
LEFT JOIN LATERAL (
    SELECT r."score" FROM "results" r
    WHERE (r."id" = f."id" OR r."first_id" = f."id")
        AND NOT EXISTS (SELECT FROM "results" s WHERE s."supersedes_id" = r."id")
) v ON true;
