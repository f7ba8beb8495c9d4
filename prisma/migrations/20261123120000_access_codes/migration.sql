-- CreateEnum
CREATE TYPE "code_purpose" AS ENUM ('join', 'password', 'link');

-- CreateTable
CREATE TABLE "access_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "student_id" UUID,
    "purpose" "code_purpose" NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "label" TEXT,
    "relation" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "printed_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "used_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(3),
    "declined" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "access_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "access_codes_code_hash_check" CHECK (octet_length("code_hash") = 32),
    CONSTRAINT "access_codes_label_check" CHECK (char_length("label") BETWEEN 1 AND 200),
    CONSTRAINT "access_codes_relation_check" CHECK (char_length("relation") BETWEEN 1 AND 60),
    -- Exactly what the purpose needs.
    CONSTRAINT "access_codes_purpose_check" CHECK (
        ("purpose" = 'link' AND "user_id" IS NULL AND "student_id" IS NOT NULL AND "label" IS NOT NULL AND "relation" IS NOT NULL)
        OR ("purpose" <> 'link' AND "user_id" IS NOT NULL AND "student_id" IS NULL AND "label" IS NULL AND "relation" IS NULL)
    ),
    CONSTRAINT "access_codes_expires_at_check" CHECK ("expires_at" > "created_at"),
    CONSTRAINT "access_codes_used_check" CHECK ("used_at" IS NOT NULL OR "used_by_id" IS NULL),
    CONSTRAINT "access_codes_ended_once_check" CHECK ("used_at" IS NULL OR "revoked_at" IS NULL),
    CONSTRAINT "access_codes_declined_check" CHECK ("revoked_at" IS NOT NULL OR NOT "declined")
);

-- CreateIndex
CREATE UNIQUE INDEX "access_codes_code_hash_key" ON "access_codes"("code_hash");

-- CreateIndex
CREATE INDEX "access_codes_user_id_idx" ON "access_codes"("user_id");

-- CreateIndex
CREATE INDEX "access_codes_student_id_idx" ON "access_codes"("student_id");

-- CreateIndex
CREATE INDEX "access_codes_created_by_id_idx" ON "access_codes"("created_by_id");

-- CreateIndex
CREATE INDEX "access_codes_used_by_id_idx" ON "access_codes"("used_by_id");

-- CreateIndex
CREATE INDEX "access_codes_expires_at_idx" ON "access_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_used_by_id_fkey" FOREIGN KEY ("used_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
