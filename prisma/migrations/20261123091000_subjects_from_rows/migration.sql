-- A subject that nobody has used before joins the list with the row that names it first, by whatever way that row comes.
-- In the order of the keys, so that two transactions wait for each other in one direction only.
CREATE FUNCTION "keep_new_subjects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "subjects" ("id", "name", "key")
    SELECT gen_random_uuid(), "found"."name", "found"."key"
    FROM (
        SELECT DISTINCT ON ("key") "key", "name"
        FROM (
            SELECT btrim(regexp_replace(lower(normalize("subject", NFKC)), '\s+', ' ', 'g')) AS "key", "subject" AS "name"
            FROM "added" WHERE "subject" IS NOT NULL
        ) AS "texts"
        WHERE char_length("key") BETWEEN 1 AND 200
        ORDER BY "key", "name"
    ) AS "found"
    WHERE NOT EXISTS (SELECT FROM "subjects" s WHERE s."key" = "found"."key")
        AND NOT EXISTS (SELECT FROM "subject_spellings" s WHERE s."key" = "found"."key")
    ORDER BY "found"."key"
    LIMIT greatest(0, 500 - (SELECT count(*) FROM "subjects"))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER "materials_subject_kept" AFTER INSERT ON "materials"
    REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "keep_new_subjects"();

CREATE TRIGGER "results_subject_kept" AFTER INSERT ON "results"
    REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "keep_new_subjects"();

CREATE TRIGGER "test_schedules_subject_kept" AFTER INSERT ON "test_schedules"
    REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "keep_new_subjects"();
