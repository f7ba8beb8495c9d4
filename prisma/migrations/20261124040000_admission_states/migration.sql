-- CreateEnum
CREATE TYPE "submission_state" AS ENUM ('received', 'in_review', 'waiting', 'invited', 'offered', 'accepted', 'enrolled', 'declined', 'withdrawn');

-- CreateEnum
CREATE TYPE "submission_event_kind" AS ENUM ('moved', 'noted', 'assigned', 'due_moved', 'merged', 'separated');

-- AlterTable
ALTER TABLE "submissions"
    ADD COLUMN "state" "submission_state" NOT NULL DEFAULT 'received',
    ADD COLUMN "state_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "answer_due" TIMESTAMPTZ(3),
    ADD COLUMN "answered_at" TIMESTAMPTZ(3),
    ADD COLUMN "visit_at" TIMESTAMPTZ(3),
    ADD COLUMN "assigned_to_id" UUID,
    ADD COLUMN "student_id" UUID,
    ADD COLUMN "merged_into_id" UUID,
    ADD COLUMN "merged_at" TIMESTAMPTZ(3),
    ADD COLUMN "row_version" INTEGER NOT NULL DEFAULT 1,
    ADD CONSTRAINT "submissions_visit_check" CHECK ("state" <> 'invited' OR "visit_at" IS NOT NULL),
    ADD CONSTRAINT "submissions_student_check" CHECK ("student_id" IS NULL OR "state" = 'enrolled'),
    ADD CONSTRAINT "submissions_merged_check" CHECK ("merged_into_id" IS NULL OR ("merged_into_id" <> "id" AND "merged_at" IS NOT NULL));

-- What came before now was received when it came; the clock sets the time of its answer within a minute.
UPDATE "submissions" SET "state_at" = "created_at";

-- CreateTable
CREATE TABLE "submission_events" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" UUID,
    "kind" "submission_event_kind" NOT NULL,
    "from_state" "submission_state",
    "to_state" "submission_state",
    "reason" TEXT,
    "note" TEXT,
    "visit_at" TIMESTAMPTZ(3),
    "due_before" TIMESTAMPTZ(3),
    "due_after" TIMESTAMPTZ(3),

    CONSTRAINT "submission_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "submission_events_moved_check" CHECK (("kind" = 'moved') = ("to_state" IS NOT NULL)),
    CONSTRAINT "submission_events_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300),
    CONSTRAINT "submission_events_note_check" CHECK (char_length("note") BETWEEN 1 AND 2000 AND ("kind" = 'noted') = ("note" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "submission_messages" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "from_family" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" UUID,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "submission_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "submission_messages_text_check" CHECK (char_length("text") BETWEEN 1 AND 4000),
    CONSTRAINT "submission_messages_family_check" CHECK (NOT "from_family" OR "by_id" IS NULL)
);

-- CreateIndex
CREATE UNIQUE INDEX "submissions_student_id_key" ON "submissions"("student_id");

-- CreateIndex
CREATE INDEX "submissions_state_answer_due_idx" ON "submissions"("state", "answer_due");

-- CreateIndex
CREATE INDEX "submissions_assigned_to_id_idx" ON "submissions"("assigned_to_id");

-- CreateIndex
CREATE INDEX "submissions_merged_into_id_idx" ON "submissions"("merged_into_id");

-- CreateIndex
CREATE INDEX "submission_events_submission_id_at_idx" ON "submission_events"("submission_id", "at");

-- CreateIndex
CREATE INDEX "submission_events_by_id_idx" ON "submission_events"("by_id");

-- CreateIndex
CREATE INDEX "submission_messages_submission_id_at_idx" ON "submission_messages"("submission_id", "at");

-- CreateIndex
CREATE INDEX "submission_messages_by_id_idx" ON "submission_messages"("by_id");

-- AddForeignKey
ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_assigned_to_id_fkey" FOREIGN KEY ("assigned_to_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "submissions_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "submissions_merged_into_id_fkey" FOREIGN KEY ("merged_into_id") REFERENCES "submissions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_events"
    ADD CONSTRAINT "submission_events_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "submission_events_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_messages"
    ADD CONSTRAINT "submission_messages_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "submission_messages_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rows are only added, and go with their application; of a person who is gone the id alone is forgotten.
CREATE FUNCTION "keep_submission_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'submission_events is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER "submission_events_append_only" BEFORE UPDATE ON "submission_events"
    FOR EACH ROW WHEN (
        NEW."by_id" IS NOT NULL
        OR (OLD."id", OLD."submission_id", OLD."at", OLD."kind", OLD."from_state", OLD."to_state", OLD."reason", OLD."note", OLD."visit_at", OLD."due_before", OLD."due_after")
            IS DISTINCT FROM (NEW."id", NEW."submission_id", NEW."at", NEW."kind", NEW."from_state", NEW."to_state", NEW."reason", NEW."note", NEW."visit_at", NEW."due_before", NEW."due_after")
    ) EXECUTE FUNCTION "keep_submission_event"();
