-- CreateEnum
CREATE TYPE "submission_token_kind" AS ENUM ('link', 'session');

-- CreateTable
CREATE TABLE "submission_tokens" (
    "id" UUID NOT NULL,
    "submission_id" UUID NOT NULL,
    "kind" "submission_token_kind" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "submission_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "submission_tokens_token_hash_key" ON "submission_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "submission_tokens_submission_id_kind_idx" ON "submission_tokens"("submission_id", "kind");

-- CreateIndex
CREATE INDEX "submission_tokens_expires_at_idx" ON "submission_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "submission_tokens"
    ADD CONSTRAINT "submission_tokens_submission_id_fkey" FOREIGN KEY ("submission_id") REFERENCES "submissions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A family moves its application itself.
ALTER TABLE "submission_events" ADD COLUMN "by_family" BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT "submission_events_family_check" CHECK (NOT "by_family" OR "by_id" IS NULL);

-- What families wrote and nobody has read is counted for every view of the desk.
CREATE INDEX "submission_messages_unread_idx" ON "submission_messages"("submission_id") WHERE "from_family" AND "read_at" IS NULL;
