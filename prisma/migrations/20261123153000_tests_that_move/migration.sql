-- CreateEnum
CREATE TYPE "schedule_state" AS ENUM ('planned', 'cancelled');

-- CreateEnum
CREATE TYPE "schedule_change_kind" AS ENUM ('announced', 'moved', 'edited', 'cancelled', 'restored');

-- AlterTable
ALTER TABLE "test_schedules"
    ADD COLUMN "sections" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "minutes" SMALLINT,
    ADD COLUMN "room" TEXT,
    ADD COLUMN "state" "schedule_state" NOT NULL DEFAULT 'planned',
    ADD COLUMN "hidden_at" TIMESTAMPTZ(3),
    ADD COLUMN "moved_from_date" DATE,
    ADD COLUMN "moved_from_time" CHAR(5),
    ADD COLUMN "reason" TEXT,
    ADD COLUMN "sequence" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "row_version" INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN "created_by_id" UUID,
    ADD CONSTRAINT "test_schedules_sections_check" CHECK (array_to_string("sections", ',', '') ~ '^([A-Z0-9]{1,3}(,[A-Z0-9]{1,3})*)?$'),
    ADD CONSTRAINT "test_schedules_minutes_check" CHECK ("minutes" BETWEEN 5 AND 600),
    ADD CONSTRAINT "test_schedules_room_check" CHECK (char_length("room") BETWEEN 1 AND 60),
    ADD CONSTRAINT "test_schedules_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300),
    ADD CONSTRAINT "test_schedules_hidden_check" CHECK ("hidden_at" IS NULL OR "state" = 'cancelled'),
    ADD CONSTRAINT "test_schedules_moved_check" CHECK (("moved_from_date" IS NULL) = ("moved_from_time" IS NULL));

-- CreateTable
CREATE TABLE "schedule_changes" (
    "id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" UUID,
    "kind" "schedule_change_kind" NOT NULL,
    "before" JSONB NOT NULL DEFAULT '{}',
    "after" JSONB NOT NULL DEFAULT '{}',
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "reason" TEXT,

    CONSTRAINT "schedule_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "schedule_changes_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300)
);

-- What was announced before now; the trail knows by whom, for a year.
UPDATE "test_schedules" SET "changed_at" = "created_at";

UPDATE "test_schedules" t SET "created_by_id" = e."actor_id"
FROM (
    SELECT DISTINCT ON (a."subject_id") a."subject_id", a."actor_id"
    FROM "audit_events" a JOIN "users" u ON u."id" = a."actor_id"
    WHERE a."action" = 'schedule-added'
    ORDER BY a."subject_id", a."at"
) e
WHERE e."subject_id" = t."id";

INSERT INTO "schedule_changes" ("id", "schedule_id", "at", "by_id", "kind", "after")
SELECT gen_random_uuid(), t."id", t."created_at", t."created_by_id", 'announced',
    jsonb_build_object('testDate', t."test_date"::text, 'testTime', t."test_time")
FROM "test_schedules" t;

-- CreateIndex
CREATE INDEX "test_schedules_created_by_id_idx" ON "test_schedules"("created_by_id");

-- CreateIndex
CREATE INDEX "schedule_changes_schedule_id_at_idx" ON "schedule_changes"("schedule_id", "at");

-- CreateIndex
CREATE INDEX "schedule_changes_by_id_idx" ON "schedule_changes"("by_id");

-- AddForeignKey
ALTER TABLE "test_schedules" ADD CONSTRAINT "test_schedules_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_changes"
    ADD CONSTRAINT "schedule_changes_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "test_schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "schedule_changes_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rows are only added, and go with their test; of a person who is gone the id alone is forgotten.
CREATE FUNCTION "keep_schedule_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'schedule_changes is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "schedule_changes_append_only" BEFORE UPDATE ON "schedule_changes"
    FOR EACH ROW WHEN (
        NEW."by_id" IS NOT NULL
        OR (OLD."id", OLD."schedule_id", OLD."at", OLD."kind", OLD."before", OLD."after", OLD."warnings", OLD."confirmed", OLD."reason")
            IS DISTINCT FROM (NEW."id", NEW."schedule_id", NEW."at", NEW."kind", NEW."before", NEW."after", NEW."warnings", NEW."confirmed", NEW."reason")
    ) EXECUTE FUNCTION "keep_schedule_change"();
