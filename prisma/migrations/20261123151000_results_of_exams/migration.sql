-- The results of exams that count: the last version of each one that was not withdrawn.
CREATE VIEW "exam_results" AS
SELECT r."id", r."exam_id", r."student_id", r."score", r."total_marks"
FROM "results" r
WHERE r."exam_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "results" s WHERE s."supersedes_id" = r."id")
    AND NOT EXISTS (SELECT FROM "result_withdrawals" w WHERE w."result_id" = coalesce(r."first_id", r."id"));
