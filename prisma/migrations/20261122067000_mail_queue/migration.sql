-- A new type instead of two added values: those cannot be used in the transaction that adds them, and a restore is one.
ALTER TABLE "mails" DROP CONSTRAINT "mails_sent_at_check";
DROP INDEX "mails_state_due_at_idx";
ALTER TYPE "mail_state" RENAME TO "mail_state_before";
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sent', 'failed', 'kept', 'held');
ALTER TABLE "mails"
    ALTER COLUMN "state" DROP DEFAULT,
    ALTER COLUMN "state" TYPE "mail_state" USING "state"::text::"mail_state",
    ALTER COLUMN "state" SET DEFAULT 'waiting',
    ADD COLUMN "rank" SMALLINT NOT NULL DEFAULT 2;
DROP TYPE "mail_state_before";

UPDATE "mails" SET "rank" = CASE
    WHEN "kind" IN ('confirmEmail', 'resetPassword', 'passwordChanged') THEN 0
    WHEN "kind" = 'resultAdded' THEN 1
    ELSE 2 END;

ALTER TABLE "mails"
    ADD CONSTRAINT "mails_sent_at_check" CHECK (("state" = 'sent') = ("sent_at" IS NOT NULL)),
    ADD CONSTRAINT "mails_rank_check" CHECK ("rank" BETWEEN 0 AND 2);

-- CreateIndex
CREATE INDEX "mails_state_rank_due_at_id_idx" ON "mails"("state", "rank", "due_at", "id");

-- CreateTable
CREATE TABLE "mail_outages" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "fault" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" SMALLINT NOT NULL DEFAULT 1,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_outages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_outages_id_check" CHECK ("id" = 1),
    CONSTRAINT "mail_outages_fault_check" CHECK (char_length("fault") BETWEEN 1 AND 1000)
);

-- AlterTable
ALTER TABLE "users" ADD COLUMN "vouched_at" TIMESTAMPTZ(3), ADD COLUMN "vouched_by_id" UUID;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_vouched_by_id_fkey" FOREIGN KEY ("vouched_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "users" ADD CONSTRAINT "users_vouched_check" CHECK ("vouched_by_id" IS NULL OR "vouched_at" IS NOT NULL);

-- Who signed up and got results while the site sent no mail was never asked to confirm an address. Mails are forgotten
-- after a year, so of an older account nobody can tell any more whether it was asked; it is asked when it next logs in.
UPDATE "users" SET "vouched_at" = "first"."at"
FROM (SELECT "student_id", min("created_at") AS "at" FROM "results" GROUP BY "student_id") AS "first"
WHERE "first"."student_id" = "users"."id" AND "users"."role" = 'user' AND "users"."email_confirmed_at" IS NULL
    AND "users"."created_at" > now() - interval '360 days'
    AND NOT EXISTS (SELECT FROM "mails" WHERE "mails"."user_id" = "users"."id" AND "mails"."kind" = 'confirmEmail')
    AND NOT EXISTS (SELECT FROM "account_tokens" WHERE "account_tokens"."user_id" = "users"."id" AND "account_tokens"."purpose" = 'confirm');
