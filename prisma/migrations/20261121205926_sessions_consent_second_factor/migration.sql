-- AlterTable
ALTER TABLE "contact_messages" ADD COLUMN     "consent_at" TIMESTAMPTZ(3),
ADD COLUMN     "consent_version" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "submissions" ADD COLUMN     "consent_at" TIMESTAMPTZ(3),
ADD COLUMN     "consent_version" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "consent_at" TIMESTAMPTZ(3),
ADD COLUMN     "consent_version" TEXT;

-- CreateTable
CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_period" BIGINT NOT NULL DEFAULT 0,
    "recovery_hashes" BYTEA[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What no code may get past.
ALTER TABLE "second_factors"
    ALTER COLUMN "recovery_hashes" SET DEFAULT ARRAY[]::BYTEA[],
    ALTER COLUMN "recovery_hashes" SET NOT NULL,
    ADD CONSTRAINT "second_factors_recovery_hashes_check" CHECK (cardinality("recovery_hashes") <= 10);

ALTER TABLE "users"
    ADD CONSTRAINT "users_consent_check" CHECK (("consent_at" IS NULL) = ("consent_version" IS NULL));

ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_consent_check" CHECK (("consent_at" IS NULL) = ("consent_version" IS NULL));

ALTER TABLE "contact_messages"
    ADD CONSTRAINT "contact_messages_consent_check" CHECK (("consent_at" IS NULL) = ("consent_version" IS NULL));
