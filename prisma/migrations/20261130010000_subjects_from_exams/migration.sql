-- An exam, and a changed subject, bring a new subject to the list, too.
CREATE TRIGGER "exams_subject_kept" AFTER INSERT ON "exams"
    REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "keep_new_subjects"();

-- A trigger of some columns alone sees no table of what was added. A subject that is known is not inserted at all: that would hold
-- its key until the transaction ends, and whoever else changes to it would wait.
CREATE FUNCTION "keep_changed_subject"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "subjects" ("id", "name", "key")
    SELECT gen_random_uuid(), NEW."subject", "text"."key"
    FROM (SELECT btrim(regexp_replace(lower(normalize(NEW."subject", NFKC)), '\s+', ' ', 'g')) AS "key") AS "text"
    WHERE char_length("text"."key") BETWEEN 1 AND 200
        AND NOT EXISTS (SELECT FROM "subjects" s WHERE s."key" = "text"."key")
        AND NOT EXISTS (SELECT FROM "subject_spellings" s WHERE s."key" = "text"."key")
        AND (SELECT count(*) FROM "subjects") < 500
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER "exams_subject_changed" AFTER UPDATE OF "subject" ON "exams"
    FOR EACH ROW WHEN (OLD."subject" IS DISTINCT FROM NEW."subject") EXECUTE FUNCTION "keep_changed_subject"();

CREATE TRIGGER "materials_subject_changed" AFTER UPDATE OF "subject" ON "materials"
    FOR EACH ROW WHEN (OLD."subject" IS DISTINCT FROM NEW."subject") EXECUTE FUNCTION "keep_changed_subject"();

CREATE TRIGGER "test_schedules_subject_changed" AFTER UPDATE OF "subject" ON "test_schedules"
    FOR EACH ROW WHEN (OLD."subject" IS DISTINCT FROM NEW."subject") EXECUTE FUNCTION "keep_changed_subject"();

-- What they have named before.
INSERT INTO "subjects" ("id", "name", "key")
SELECT gen_random_uuid(), "found"."name", "found"."key"
FROM (
    SELECT DISTINCT ON ("key") "key", "name"
    FROM (
        SELECT btrim(regexp_replace(lower(normalize("subject", NFKC)), '\s+', ' ', 'g')) AS "key", "subject" AS "name"
        FROM (
            SELECT "subject" FROM "exams"
            UNION SELECT "subject" FROM "materials"
            UNION SELECT "subject" FROM "test_schedules"
        ) AS "rows"
    ) AS "texts"
    WHERE char_length("key") BETWEEN 1 AND 200
    ORDER BY "key", "name"
) AS "found"
WHERE NOT EXISTS (SELECT FROM "subjects" s WHERE s."key" = "found"."key")
    AND NOT EXISTS (SELECT FROM "subject_spellings" s WHERE s."key" = "found"."key")
ORDER BY "found"."key"
LIMIT greatest(0, 500 - (SELECT count(*) FROM "subjects"))
ON CONFLICT DO NOTHING;
