-- The key of an exam or exemption is that of the subject of the list that it means: it follows renamed and joined subjects.

-- Where another exam has this key already, an exam keeps its own.
CREATE FUNCTION "rekey_exams"("ids" UUID[], "wanted" TEXT) RETURNS void LANGUAGE plpgsql AS $$
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
END
$$;

CREATE FUNCTION "take_subject_key"("spelling" TEXT, "wanted" TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "rekey_exams"(array(SELECT "id" FROM "exams" WHERE "subject_key" = "spelling" ORDER BY "id"), "wanted");
    INSERT INTO "subject_exemptions" ("student_id", "school_year_id", "subject_key")
    SELECT "student_id", "school_year_id", "wanted" FROM "subject_exemptions" WHERE "subject_key" = "spelling"
    ON CONFLICT DO NOTHING;
    -- An exam that keeps its key keeps its exemptions.
    DELETE FROM "subject_exemptions" e WHERE e."subject_key" = "spelling" AND NOT EXISTS (
        SELECT FROM "exams" x WHERE x."subject_key" = "spelling" AND x."school_year_id" = e."school_year_id"
    );
END
$$;

CREATE FUNCTION "follow_subject_spellings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM "take_subject_key"(NEW."key", (SELECT "key" FROM "subjects" WHERE "id" = NEW."subject_id"));
    ELSE
        -- Exams that were added under this spelling are of a subject of their own again.
        PERFORM "rekey_exams"(array(
            SELECT "id" FROM "exams" WHERE "subject_key" <> OLD."key"
                AND btrim(regexp_replace(lower(normalize("subject", NFKC)), '\s+', ' ', 'g')) = OLD."key"
            ORDER BY "id"
        ), OLD."key");
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "subject_spellings_followed" AFTER INSERT OR DELETE ON "subject_spellings"
    FOR EACH ROW EXECUTE FUNCTION "follow_subject_spellings"();

-- What was renamed or joined before.
SELECT "take_subject_key"(p."key", s."key") FROM "subject_spellings" p JOIN "subjects" s ON s."id" = p."subject_id" ORDER BY p."key";
