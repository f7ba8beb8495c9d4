-- A release that was taken back before anybody was told has no reason.
CREATE TYPE "withdrawal_kind" AS ENUM ('taken_back', 'withdrawn');

ALTER TABLE "result_withdrawals"
    ADD COLUMN "kind" "withdrawal_kind" NOT NULL DEFAULT 'withdrawn',
    ALTER COLUMN "reason" DROP NOT NULL,
    ADD CONSTRAINT "result_withdrawals_kind_check" CHECK (("kind" = 'taken_back') = ("reason" IS NULL));

-- A planned release that fell due before a backup came back waits for a decision.
ALTER TABLE "exams" ADD COLUMN "held_at" TIMESTAMPTZ(3);

-- What is to be released by itself.
CREATE INDEX "exams_release_at_idx" ON "exams"("release_at") WHERE "state" = 'scheduled';

CREATE OR REPLACE VIEW "current_results" AS
SELECT r."id", coalesce(r."first_id", r."id") AS "first_id", r."student_id", r."class_name", r."score", r."total_marks", r."gpa",
    r."exam_name", r."subject", r."exam_date", r."created_at", r."read_at", r."corrected_at", r."correction_reason",
    r."remark", r."exam_id"
FROM "results" r
WHERE NOT EXISTS (SELECT FROM "results" s WHERE s."supersedes_id" = r."id")
    AND NOT EXISTS (SELECT FROM "result_withdrawals" w WHERE w."result_id" = coalesce(r."first_id", r."id"));

-- The marks of an exam as they count: drafts, and of what was released the last version, unless it was withdrawn. What was taken
-- back is a draft again.
CREATE OR REPLACE VIEW "exam_marks" AS
SELECT d."exam_id", d."student_id", d."remark", d."row_version", d."changed_by_id", d."changed_at",
    CASE WHEN w."result_id" IS NULL THEN d."kind" END AS "kind",
    CASE WHEN w."result_id" IS NULL THEN coalesce(v."score", d."score") END AS "score",
    f."id" IS NOT NULL AS "is_released"
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
