-- CreateTable
CREATE TABLE "person_changes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    "reason" TEXT,
    "changed_by_id" UUID,

    CONSTRAINT "person_changes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_changes_values_check" CHECK ("before" IS DISTINCT FROM "after"),
    CONSTRAINT "person_changes_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300)
);

-- CreateIndex
CREATE INDEX "person_changes_user_id_at_idx" ON "person_changes"("user_id", "at" DESC);

-- CreateIndex
CREATE INDEX "person_changes_changed_by_id_idx" ON "person_changes"("changed_by_id");

-- AddForeignKey
ALTER TABLE "person_changes" ADD CONSTRAINT "person_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_changes" ADD CONSTRAINT "person_changes_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
