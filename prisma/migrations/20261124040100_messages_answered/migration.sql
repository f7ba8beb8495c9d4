-- AlterTable
ALTER TABLE "contact_messages"
    ADD COLUMN "answer" TEXT,
    ADD COLUMN "answered_at" TIMESTAMPTZ(3),
    ADD COLUMN "answered_by_id" UUID,
    ADD COLUMN "done_at" TIMESTAMPTZ(3),
    ADD COLUMN "done_by_id" UUID,
    ADD CONSTRAINT "contact_messages_answer_check" CHECK (char_length("answer") BETWEEN 1 AND 4000),
    ADD CONSTRAINT "contact_messages_answered_check" CHECK (("answer" IS NULL) = ("answered_at" IS NULL));

-- CreateIndex
CREATE INDEX "contact_messages_answered_by_id_idx" ON "contact_messages"("answered_by_id");

-- CreateIndex
CREATE INDEX "contact_messages_done_by_id_idx" ON "contact_messages"("done_by_id");

-- AddForeignKey
ALTER TABLE "contact_messages"
    ADD CONSTRAINT "contact_messages_answered_by_id_fkey" FOREIGN KEY ("answered_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "contact_messages_done_by_id_fkey" FOREIGN KEY ("done_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
