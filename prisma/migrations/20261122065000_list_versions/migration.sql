-- A number that counts up is used again where a standby is promoted that had not received the last changes: the same number
-- then stands for two contents. A random version is given once.
DROP FUNCTION "public_lists_at"(timestamptz);

ALTER TABLE "public_lists"
    ALTER COLUMN "version" DROP DEFAULT,
    ALTER COLUMN "version" SET DATA TYPE UUID USING gen_random_uuid(),
    ALTER COLUMN "version" SET DEFAULT gen_random_uuid();

CREATE OR REPLACE FUNCTION "count_list_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "public_lists" ("topic") VALUES (TG_ARGV[0])
    ON CONFLICT ("topic") DO UPDATE SET "version" = gen_random_uuid();
    RETURN NULL;
END
$$;

-- The version of each list, and when it next changes by itself.
CREATE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" text, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT 'materials', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'materials'), 'unchanged'),
        (SELECT min(m."expires_at") FROM "materials" m WHERE m."expires_at" > "moment")
    UNION ALL
    SELECT 'schedules', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'schedules'), 'unchanged'), NULL
$$;
