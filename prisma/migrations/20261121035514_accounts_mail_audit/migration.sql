-- CreateEnum
CREATE TYPE "token_purpose" AS ENUM ('confirm', 'reset');

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed');

-- AlterTable
ALTER TABLE "results" ADD COLUMN     "read_at" TIMESTAMPTZ(3);

-- What was there before notices came is no news.
UPDATE "results" SET "read_at" = "created_at";

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "reference" TEXT;

UPDATE "submissions" SET
    "opened_at" = "created_at",
    "reference" = upper(substr(md5("id"::text), 1, 4) || '-' || substr(md5("id"::text), 5, 4));

ALTER TABLE "submissions" ALTER COLUMN "reference" SET NOT NULL;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "account_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "user_id" UUID,
    "about" JSONB NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_role" "role",
    "subject_id" UUID,
    "detail" JSONB,
    "address" TEXT,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "id" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "owner" UUID NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,
    "answer" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_tokens_token_hash_key" ON "account_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "account_tokens_user_id_purpose_idx" ON "account_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "mails_event_key" ON "mails"("event");

-- CreateIndex
CREATE INDEX "mails_state_due_at_idx" ON "mails"("state", "due_at");

-- CreateIndex
CREATE INDEX "mails_created_at_id_idx" ON "mails"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mails_user_id_idx" ON "mails"("user_id");

-- CreateIndex
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_action_at_id_idx" ON "audit_events"("action", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_events_actor_id_idx" ON "audit_events"("actor_id");

-- CreateIndex
CREATE INDEX "throttles_expire_idx" ON "throttles"("expire");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "submissions_reference_key" ON "submissions"("reference");

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What no code may get past. Prisma does not know CHECK constraints and triggers, and leaves them alone.
ALTER TABLE "account_tokens"
    ADD CONSTRAINT "account_tokens_token_hash_check" CHECK (octet_length("token_hash") = 32),
    ADD CONSTRAINT "account_tokens_expires_at_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "mails"
    ADD CONSTRAINT "mails_event_check" CHECK (char_length("event") BETWEEN 1 AND 200),
    ADD CONSTRAINT "mails_recipient_check" CHECK (char_length("recipient") BETWEEN 3 AND 254),
    ADD CONSTRAINT "mails_fault_check" CHECK (char_length("fault") BETWEEN 1 AND 1000),
    ADD CONSTRAINT "mails_sent_at_check" CHECK (("state" = 'sent') = ("sent_at" IS NOT NULL));

ALTER TABLE "audit_events"
    ADD CONSTRAINT "audit_events_action_check" CHECK (char_length("action") BETWEEN 1 AND 100),
    ADD CONSTRAINT "audit_events_address_check" CHECK (char_length("address") BETWEEN 1 AND 100);

ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_reference_check" CHECK ("reference" ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$');

ALTER TABLE "idempotency_keys"
    ADD CONSTRAINT "idempotency_keys_id_check" CHECK (octet_length("id") = 32),
    ADD CONSTRAINT "idempotency_keys_fingerprint_check" CHECK (octet_length("fingerprint") = 32);

-- The audit trail is only ever added to; what is a year old may go.
CREATE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD."at" < now() - interval '1 year' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit_events is append-only';
END
$$;

CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events"
    FOR EACH ROW EXECUTE FUNCTION "keep_audit_event"();

CREATE TRIGGER "audit_events_no_truncate" BEFORE TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_event"();
