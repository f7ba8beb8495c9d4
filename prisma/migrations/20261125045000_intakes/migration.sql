-- CreateTable
CREATE TABLE "intakes" (
    "id" UUID NOT NULL,
    "school_year_id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "seats" SMALLINT,
    "opens_on" DATE NOT NULL,
    "closes_on" DATE NOT NULL,
    "taken" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "intakes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "intakes_class_check" CHECK ("class_name" BETWEEN 1 AND 12),
    CONSTRAINT "intakes_seats_check" CHECK ("seats" BETWEEN 0 AND 9999),
    CONSTRAINT "intakes_days_check" CHECK ("opens_on" <= "closes_on"),
    CONSTRAINT "intakes_taken_check" CHECK ("taken" >= 0)
);

-- CreateIndex
CREATE UNIQUE INDEX "intakes_school_year_id_class_name_key" ON "intakes"("school_year_id", "class_name");

-- AddForeignKey
ALTER TABLE "intakes" ADD CONSTRAINT "intakes_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN "intake_id" UUID;

-- CreateIndex
CREATE INDEX "submissions_intake_id_idx" ON "submissions"("intake_id");

-- AddForeignKey
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_intake_id_fkey" FOREIGN KEY ("intake_id") REFERENCES "intakes"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Whoever is offered a place, has accepted it or is enrolled takes a seat; of two that were merged, one.
CREATE FUNCTION "holds_seat"("state" "submission_state", "merged_into" uuid) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT "merged_into" IS NULL AND "state" IN ('offered', 'accepted', 'enrolled')
$$;

-- Counts the seats that are taken; the form of an enrolled child is forgotten one day, the seat stays taken.
CREATE FUNCTION "count_seats"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    "changes" jsonb;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT jsonb_object_agg(c."intake_id", c."n") INTO "changes" FROM (
            SELECT "intake_id", count(*) AS "n" FROM "new_rows"
            WHERE "intake_id" IS NOT NULL AND "holds_seat"("state", "merged_into_id") GROUP BY "intake_id") c;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT jsonb_object_agg(c."intake_id", -c."n") INTO "changes" FROM (
            SELECT "intake_id", count(*) AS "n" FROM "old_rows"
            WHERE "intake_id" IS NOT NULL AND "state" <> 'enrolled' AND "holds_seat"("state", "merged_into_id") GROUP BY "intake_id") c;
    ELSE
        SELECT jsonb_object_agg(c."intake_id", c."n") INTO "changes" FROM (
            SELECT b."intake_id", sum(b."n") AS "n" FROM (
                SELECT "intake_id", 1 AS "n" FROM "new_rows" WHERE "holds_seat"("state", "merged_into_id")
                UNION ALL
                SELECT "intake_id", -1 FROM "old_rows" WHERE "holds_seat"("state", "merged_into_id")) b
            WHERE b."intake_id" IS NOT NULL GROUP BY b."intake_id" HAVING sum(b."n") <> 0) c;
    END IF;
    IF "changes" IS NULL THEN
        RETURN NULL;
    END IF;
    -- In one order, so that of two none waits for another that waits for it.
    PERFORM FROM "intakes" i WHERE "changes" ? i."id"::text ORDER BY i."id" FOR UPDATE;
    UPDATE "intakes" i SET "taken" = greatest(i."taken" + ("changes" ->> i."id"::text)::int, 0) WHERE "changes" ? i."id"::text;
    RETURN NULL;
END
$$;

CREATE TRIGGER "submissions_seats_added" AFTER INSERT ON "submissions" REFERENCING NEW TABLE AS "new_rows"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_seats"();

CREATE TRIGGER "submissions_seats_changed" AFTER UPDATE ON "submissions" REFERENCING OLD TABLE AS "old_rows" NEW TABLE AS "new_rows"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_seats"();

CREATE TRIGGER "submissions_seats_removed" AFTER DELETE ON "submissions" REFERENCING OLD TABLE AS "old_rows"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_seats"();

-- Public pages name the season, and which classes have a seat left; a seat more or less is no news to them.
CREATE TRIGGER "intakes_added" AFTER INSERT OR DELETE OR TRUNCATE ON "intakes"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('settings');

CREATE TRIGGER "intakes_changed" AFTER UPDATE ON "intakes" FOR EACH ROW
    WHEN ((OLD."school_year_id", OLD."class_name", OLD."opens_on", OLD."closes_on", OLD."seats" <= OLD."taken")
        IS DISTINCT FROM (NEW."school_year_id", NEW."class_name", NEW."opens_on", NEW."closes_on", NEW."seats" <= NEW."taken"))
    EXECUTE FUNCTION "count_list_change"('settings');

-- An intake opens at midnight of its first day and closes after its last, somewhere on earth: as a year begins.
ALTER FUNCTION "public_lists_at"(timestamptz) RENAME TO "public_lists_before_intakes_at";

CREATE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" text, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT l."topic", l."version", CASE WHEN l."topic" = 'settings' THEN least(l."turns_at", t."turns_at") ELSE l."turns_at" END
    FROM "public_lists_before_intakes_at"("moment") l, (
        SELECT min(greatest(d."day"::timestamp AT TIME ZONE 'UTC' - interval '14 hours',
                date_bin('15 minutes', "moment", '2000-01-01 00:00+00') + interval '15 minutes')) AS "turns_at"
        FROM "intakes" i CROSS JOIN LATERAL (VALUES (i."opens_on"), (i."closes_on" + 1)) d ("day")
        WHERE d."day"::timestamp AT TIME ZONE 'UTC' + interval '12 hours' > "moment") t
$$;
