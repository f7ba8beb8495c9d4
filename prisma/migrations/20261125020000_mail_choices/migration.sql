-- CreateEnum
CREATE TYPE "mail_choice" AS ENUM ('at_once', 'digest', 'required');

-- A mail that has become part of a digest. No check may name the value in the transaction that adds it, hence the texts below.
ALTER TYPE "mail_state" ADD VALUE 'gathered';

-- CreateTable
CREATE TABLE "mail_choices" (
    "user_id" UUID NOT NULL,
    "choice" "mail_choice" NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_choices_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "mail_paces" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "day" DATE NOT NULL,
    "of_day" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_paces_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_paces_id_check" CHECK ("id" = 1),
    CONSTRAINT "mail_paces_of_day_check" CHECK ("of_day" >= 0)
);

-- AlterTable
ALTER TABLE "mails"
    ADD COLUMN "is_optional" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "digest_id" UUID,
    ADD CONSTRAINT "mails_digest_check" CHECK (("state"::text = 'gathered') = ("digest_id" IS NOT NULL));

-- CreateIndex
CREATE INDEX "mails_digest_id_idx" ON "mails"("digest_id");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_digest_id_fkey" FOREIGN KEY ("digest_id") REFERENCES "mails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
