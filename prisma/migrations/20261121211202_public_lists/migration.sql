-- CreateTable
CREATE TABLE "public_lists" (
    "topic" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "public_lists_pkey" PRIMARY KEY ("topic")
);

-- CreateIndex
CREATE INDEX "materials_expires_at_idx" ON "materials"("expires_at");

-- Whoever changes a list, by whatever way, it counts.
CREATE FUNCTION "count_list_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "public_lists" ("topic", "version") VALUES (TG_ARGV[0], 1)
    ON CONFLICT ("topic") DO UPDATE SET "version" = "public_lists"."version" + 1;
    RETURN NULL;
END
$$;

CREATE TRIGGER "materials_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "materials"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('materials');

CREATE TRIGGER "test_schedules_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "test_schedules"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('schedules');

-- The version of each list, and when it next changes by itself.
CREATE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" bigint, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT 'materials', coalesce((SELECT p."version" FROM "public_lists" p WHERE p."topic" = 'materials'), 0),
        (SELECT min(m."expires_at") FROM "materials" m WHERE m."expires_at" > "moment")
    UNION ALL
    SELECT 'schedules', coalesce((SELECT p."version" FROM "public_lists" p WHERE p."topic" = 'schedules'), 0), NULL
$$;
