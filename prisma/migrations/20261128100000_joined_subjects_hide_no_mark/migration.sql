-- "Does not take it" never hides a mark that is to be released, also after exams have changed their key.

CREATE FUNCTION "end_hiding_exemptions"("wanted" TEXT) RETURNS void LANGUAGE sql AS $$
    DELETE FROM "subject_exemptions" e WHERE e."subject_key" = "wanted" AND EXISTS (
        SELECT FROM "exams" x JOIN "exam_marks" d ON d."exam_id" = x."id" AND d."student_id" = e."student_id"
        WHERE x."school_year_id" = e."school_year_id" AND x."subject_key" = e."subject_key" AND x."state" <> 'withdrawn'
            AND d."kind" IS NOT NULL AND NOT d."is_released"
    )
$$;

CREATE OR REPLACE FUNCTION "rekey_exams"("ids" UUID[], "wanted" TEXT) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    one UUID;
BEGIN
    FOREACH one IN ARRAY "ids" LOOP
        UPDATE "exams" x SET "subject_key" = "wanted" WHERE x."id" = one AND NOT EXISTS (
            SELECT FROM "exams" o
            WHERE o."school_year_id" = x."school_year_id" AND o."class_name" = x."class_name" AND o."sections" = x."sections"
                AND o."subject_key" = "wanted" AND lower(o."exam_name") = lower(x."exam_name")
                AND o."exam_date" IS NOT DISTINCT FROM x."exam_date" AND o."state" <> 'withdrawn'
        );
    END LOOP;
    PERFORM "end_hiding_exemptions"("wanted");
END
$$;

CREATE OR REPLACE FUNCTION "take_subject_key"("spelling" TEXT, "wanted" TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "subject_exemptions" ("student_id", "school_year_id", "subject_key")
    SELECT "student_id", "school_year_id", "wanted" FROM "subject_exemptions" WHERE "subject_key" = "spelling"
    ON CONFLICT DO NOTHING;
    PERFORM "rekey_exams"(array(SELECT "id" FROM "exams" WHERE "subject_key" = "spelling" ORDER BY "id"), "wanted");
    -- An exam that keeps its key keeps its exemptions.
    DELETE FROM "subject_exemptions" e WHERE e."subject_key" = "spelling" AND NOT EXISTS (
        SELECT FROM "exams" x WHERE x."subject_key" = "spelling" AND x."school_year_id" = e."school_year_id"
    );
END
$$;

-- What was joined before.
SELECT "end_hiding_exemptions"("subject_key") FROM (SELECT DISTINCT "subject_key" FROM "subject_exemptions") e;
