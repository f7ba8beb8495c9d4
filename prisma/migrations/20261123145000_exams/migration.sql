-- CreateEnum
CREATE TYPE "exam_state" AS ENUM ('draft', 'scheduled', 'released', 'withdrawn');

-- CreateEnum
CREATE TYPE "mark_kind" AS ENUM ('scored', 'absent', 'excused');

-- CreateEnum
CREATE TYPE "exam_event_kind" AS ENUM ('created', 'edited', 'scheduled', 'rescheduled', 'unscheduled', 'released', 'taken_back', 'withdrawn', 'corrected');

-- CreateTable
CREATE TABLE "exams" (
    "id" UUID NOT NULL,
    "school_year_id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "sections" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "subject" TEXT NOT NULL,
    "subject_key" TEXT NOT NULL,
    "exam_name" TEXT NOT NULL,
    "exam_date" DATE,
    "total_marks" DECIMAL(9,2) NOT NULL,
    "schedule_id" UUID,
    "state" "exam_state" NOT NULL DEFAULT 'draft',
    "release_at" TIMESTAMPTZ(3),
    "release_no" SMALLINT NOT NULL DEFAULT 0,
    "released_at" TIMESTAMPTZ(3),
    "released_by_id" UUID,
    "tell_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "preview_digest" BYTEA,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "marks_version" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exams_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "exams_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    CONSTRAINT "exams_sections_check" CHECK (array_to_string("sections", ',', '') ~ '^([A-Z0-9]{1,3}(,[A-Z0-9]{1,3})*)?$'),
    CONSTRAINT "exams_subject_check" CHECK (char_length("subject") BETWEEN 1 AND 200),
    CONSTRAINT "exams_exam_name_check" CHECK (char_length("exam_name") BETWEEN 1 AND 200),
    CONSTRAINT "exams_total_marks_check" CHECK ("total_marks" BETWEEN 1 AND 1000000),
    CONSTRAINT "exams_release_check" CHECK (("state" = 'scheduled') = ("release_at" IS NOT NULL AND "released_at" IS NULL))
);

-- CreateTable
CREATE TABLE "mark_drafts" (
    "exam_id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "kind" "mark_kind",
    "score" DECIMAL(9,2),
    "remark" TEXT,
    "row_version" INTEGER NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mark_drafts_pkey" PRIMARY KEY ("exam_id", "student_id"),
    CONSTRAINT "mark_drafts_score_check" CHECK (("kind" IS NOT NULL AND "kind" = 'scored') = ("score" IS NOT NULL)),
    CONSTRAINT "mark_drafts_least_check" CHECK ("score" >= 0),
    CONSTRAINT "mark_drafts_remark_check" CHECK (char_length("remark") BETWEEN 1 AND 300)
);

-- CreateTable
CREATE TABLE "exam_absences" (
    "exam_id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "kind" "mark_kind" NOT NULL,
    "remark" TEXT,
    "release_no" SMALLINT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "exam_absences_pkey" PRIMARY KEY ("exam_id", "student_id"),
    CONSTRAINT "exam_absences_kind_check" CHECK ("kind" <> 'scored'),
    CONSTRAINT "exam_absences_remark_check" CHECK (char_length("remark") BETWEEN 1 AND 300)
);

-- CreateTable
CREATE TABLE "exam_events" (
    "id" UUID NOT NULL,
    "exam_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" UUID,
    "kind" "exam_event_kind" NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "reason" TEXT,

    CONSTRAINT "exam_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "exam_events_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300)
);

-- CreateTable
CREATE TABLE "subject_exemptions" (
    "student_id" UUID NOT NULL,
    "school_year_id" UUID NOT NULL,
    "subject_key" TEXT NOT NULL,

    CONSTRAINT "subject_exemptions_pkey" PRIMARY KEY ("student_id", "school_year_id", "subject_key")
);

-- CreateIndex
CREATE INDEX "exams_school_year_id_class_name_idx" ON "exams"("school_year_id", "class_name");

-- CreateIndex
CREATE INDEX "exams_schedule_id_idx" ON "exams"("schedule_id");

-- CreateIndex
CREATE INDEX "exams_created_by_id_idx" ON "exams"("created_by_id");

-- CreateIndex
CREATE INDEX "exams_released_by_id_idx" ON "exams"("released_by_id");

-- The same exam stands once.
CREATE UNIQUE INDEX "exams_same_key"
    ON "exams"("school_year_id", "class_name", "sections", "subject_key", lower("exam_name"), "exam_date") NULLS NOT DISTINCT
    WHERE "state" <> 'withdrawn';

-- CreateIndex
CREATE INDEX "mark_drafts_student_id_idx" ON "mark_drafts"("student_id");

-- CreateIndex
CREATE INDEX "mark_drafts_changed_by_id_idx" ON "mark_drafts"("changed_by_id");

-- CreateIndex
CREATE INDEX "exam_absences_student_id_idx" ON "exam_absences"("student_id");

-- CreateIndex
CREATE INDEX "exam_events_exam_id_at_idx" ON "exam_events"("exam_id", "at");

-- CreateIndex
CREATE INDEX "exam_events_by_id_idx" ON "exam_events"("by_id");

-- CreateIndex
CREATE INDEX "subject_exemptions_school_year_id_subject_key_idx" ON "subject_exemptions"("school_year_id", "subject_key");

-- AddForeignKey
ALTER TABLE "exams"
    ADD CONSTRAINT "exams_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT "exams_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "test_schedules"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "exams_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "exams_released_by_id_fkey" FOREIGN KEY ("released_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mark_drafts"
    ADD CONSTRAINT "mark_drafts_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "mark_drafts_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "mark_drafts_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exam_absences"
    ADD CONSTRAINT "exam_absences_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT "exam_absences_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exam_events"
    ADD CONSTRAINT "exam_events_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "exam_events_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subject_exemptions"
    ADD CONSTRAINT "subject_exemptions_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "subject_exemptions_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- No mark is above its total, whichever of the two is written.
CREATE FUNCTION "refuse_mark_above_total"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW."score" > (SELECT "total_marks" FROM "exams" WHERE "id" = NEW."exam_id") THEN
        RAISE EXCEPTION 'a mark is above the total' USING ERRCODE = 'check_violation', CONSTRAINT = 'mark_drafts_most_check';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "mark_drafts_most_check" BEFORE INSERT OR UPDATE OF "score", "exam_id" ON "mark_drafts"
    FOR EACH ROW EXECUTE FUNCTION "refuse_mark_above_total"();

CREATE FUNCTION "refuse_total_below_mark"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "mark_drafts" WHERE "exam_id" = NEW."id" AND "score" > NEW."total_marks") THEN
        RAISE EXCEPTION 'a total is below a mark' USING ERRCODE = 'check_violation', CONSTRAINT = 'mark_drafts_most_check';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "exams_total_check" BEFORE UPDATE OF "total_marks" ON "exams"
    FOR EACH ROW EXECUTE FUNCTION "refuse_total_below_mark"();
