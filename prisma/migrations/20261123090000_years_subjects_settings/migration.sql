-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "settings_key_check" CHECK ("key" ~ '^[a-zA-Z]{1,40}$'),
    CONSTRAINT "settings_value_check" CHECK (octet_length("value"::text) <= 10000)
);

-- CreateTable
CREATE TABLE "school_years" (
    "id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,

    CONSTRAINT "school_years_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "school_years_label_check" CHECK (char_length("label") BETWEEN 1 AND 20 AND "label" = btrim("label")),
    CONSTRAINT "school_years_last_day_check" CHECK ("first_day" < "last_day"),
    CONSTRAINT "school_years_overlap_check" EXCLUDE USING gist (daterange("first_day", "last_day", '[]') WITH &&)
);

-- CreateTable
CREATE TABLE "subjects" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "subjects_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subjects_name_check" CHECK (char_length("name") BETWEEN 1 AND 200),
    CONSTRAINT "subjects_key_check" CHECK (
        char_length("key") BETWEEN 1 AND 200 AND "key" IS NFKC NORMALIZED AND "key" = btrim("key") AND "key" !~ '\s\s'
    )
);

-- CreateTable
CREATE TABLE "subject_spellings" (
    "key" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,

    CONSTRAINT "subject_spellings_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "subject_spellings_key_check" CHECK (
        char_length("key") BETWEEN 1 AND 200 AND "key" IS NFKC NORMALIZED AND "key" = btrim("key") AND "key" !~ '\s\s'
    )
);

-- CreateIndex
CREATE INDEX "settings_changed_by_id_idx" ON "settings"("changed_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "school_years_label_key" ON "school_years"("label");

-- CreateIndex
CREATE UNIQUE INDEX "subjects_key_key" ON "subjects"("key");

-- CreateIndex
CREATE INDEX "subject_spellings_subject_id_idx" ON "subject_spellings"("subject_id");

-- AddForeignKey
ALTER TABLE "settings" ADD CONSTRAINT "settings_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_spellings" ADD CONSTRAINT "subject_spellings_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subjects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A subject's own key and its other spellings share one namespace: a text means one subject or none.
CREATE FUNCTION "refuse_subject_key_twice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('subjects:' || NEW."key"));
    IF (TG_TABLE_NAME = 'subjects' AND EXISTS (SELECT FROM "subject_spellings" s WHERE s."key" = NEW."key"))
        OR (TG_TABLE_NAME = 'subject_spellings' AND EXISTS (SELECT FROM "subjects" s WHERE s."key" = NEW."key"))
    THEN
        RAISE unique_violation USING CONSTRAINT = 'subjects_key_key', MESSAGE = 'this spelling stands for a subject already';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "subjects_key_once" BEFORE INSERT OR UPDATE OF "key" ON "subjects"
    FOR EACH ROW EXECUTE FUNCTION "refuse_subject_key_twice"();

CREATE TRIGGER "subject_spellings_key_once" BEFORE INSERT OR UPDATE OF "key" ON "subject_spellings"
    FOR EACH ROW EXECUTE FUNCTION "refuse_subject_key_twice"();

CREATE TRIGGER "settings_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('settings');

-- The version of each list, and when it next changes by itself.
CREATE OR REPLACE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" text, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT 'materials', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'materials'), 'unchanged'),
        (SELECT min(m."expires_at") FROM "materials" m WHERE m."expires_at" > "moment")
    UNION ALL
    SELECT 'schedules', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'schedules'), 'unchanged'), NULL
    UNION ALL
    SELECT 'settings', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'settings'), 'unchanged'), NULL
$$;

-- The list begins with the subjects that are in use, each under the spelling that is used most, the most used ones first.
INSERT INTO "subjects" ("id", "name", "key")
SELECT gen_random_uuid(), "name", "key" FROM (
    SELECT "key", (array_agg("text" ORDER BY "used" DESC, "text"))[1] AS "name", sum("used") AS "used"
    FROM (
        SELECT btrim(regexp_replace(lower(normalize("subject", NFKC)), '\s+', ' ', 'g')) AS "key",
            btrim(regexp_replace("subject", '\s+', ' ', 'g')) AS "text", sum("used") AS "used"
        FROM (
            SELECT "subject", count(*) AS "used" FROM "materials" GROUP BY 1
            UNION ALL SELECT "subject", count(*) FROM "results" WHERE "subject" IS NOT NULL GROUP BY 1
            UNION ALL SELECT "subject", count(*) FROM "test_schedules" GROUP BY 1
        ) AS "texts"
        GROUP BY 1, 2
    ) AS "spelled"
    WHERE char_length("key") BETWEEN 1 AND 200
    GROUP BY "key"
    ORDER BY "used" DESC, "key"
    LIMIT 500
) AS "found";
