-- A correction is of the same release as what it corrects.
DROP INDEX "results_release_key";
CREATE UNIQUE INDEX "results_release_key" ON "results"("exam_id", "release_no", "student_id")
    WHERE "exam_id" IS NOT NULL AND "supersedes_id" IS NULL;

-- The marks of an exam as they count: drafts, and of what was released the last version, unless it was withdrawn.
CREATE VIEW "exam_marks" AS
SELECT d."exam_id", d."student_id", d."remark", d."row_version", d."changed_by_id", d."changed_at",
    CASE WHEN w."result_id" IS NULL THEN d."kind" END AS "kind",
    CASE WHEN w."result_id" IS NULL THEN coalesce(v."score", d."score") END AS "score"
FROM "mark_drafts" d
LEFT JOIN LATERAL (
    SELECT r."id" FROM "results" r
    WHERE r."exam_id" = d."exam_id" AND r."student_id" = d."student_id" AND r."supersedes_id" IS NULL
    ORDER BY r."release_no" DESC LIMIT 1
) f ON true
LEFT JOIN "result_withdrawals" w ON w."result_id" = f."id"
LEFT JOIN LATERAL (
    SELECT r."score" FROM "results" r
    WHERE (r."id" = f."id" OR r."first_id" = f."id")
        AND NOT EXISTS (SELECT FROM "results" s WHERE s."supersedes_id" = r."id")
) v ON true;
