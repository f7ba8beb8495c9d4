-- An absence that the family was told is not a mark that is to be released.
CREATE OR REPLACE FUNCTION "end_hiding_exemptions"("wanted" TEXT) RETURNS void LANGUAGE sql AS $$
    DELETE FROM "subject_exemptions" e WHERE e."subject_key" = "wanted" AND EXISTS (
        SELECT FROM "exams" x JOIN "exam_marks" d ON d."exam_id" = x."id" AND d."student_id" = e."student_id"
        WHERE x."school_year_id" = e."school_year_id" AND x."subject_key" = e."subject_key" AND x."state" <> 'withdrawn'
            AND d."kind" IS NOT NULL AND NOT d."is_released" AND NOT EXISTS (
                SELECT FROM "exam_absences" a
                WHERE a."exam_id" = d."exam_id" AND a."student_id" = d."student_id" AND a."withdrawn_at" IS NULL
                    AND a."kind" = d."kind" AND a."remark" IS NOT DISTINCT FROM d."remark"
            )
    )
$$;
