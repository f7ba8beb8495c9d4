-- The side that a session was opened for.
ALTER TABLE "sessions" ADD COLUMN "side" "role", ADD COLUMN "second_step" BOOLEAN NOT NULL DEFAULT false;
UPDATE "sessions" s SET "side" = u."role" FROM "users" u WHERE u."id" = s."user_id";
UPDATE "sessions" s SET "second_step" = true FROM "second_factors" f
    WHERE f."user_id" = s."user_id" AND f."confirmed_at" IS NOT NULL AND s."side" = 'admin';
ALTER TABLE "sessions" ALTER COLUMN "side" SET NOT NULL;

-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('administrator', 'office', 'teacher');

-- CreateTable
CREATE TABLE "staff_grants" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "staff_role" NOT NULL,
    "class_name" SMALLINT,
    "section" TEXT,
    "subject_id" UUID,
    "from_day" DATE NOT NULL,
    "to_day" DATE,
    "granted_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,

    CONSTRAINT "staff_grants_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "staff_grants_class_check" CHECK (("role" = 'teacher') = ("class_name" IS NOT NULL)),
    CONSTRAINT "staff_grants_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    CONSTRAINT "staff_grants_section_check" CHECK ("section" ~ '^[A-Z0-9]{1,3}$'),
    CONSTRAINT "staff_grants_scope_check" CHECK ("role" = 'teacher' OR ("subject_id" IS NULL AND "section" IS NULL)),
    CONSTRAINT "staff_grants_days_check" CHECK ("to_day" >= "from_day")
);

-- CreateIndex
CREATE INDEX "staff_grants_user_id_idx" ON "staff_grants"("user_id");
CREATE INDEX "staff_grants_subject_id_idx" ON "staff_grants"("subject_id");
CREATE INDEX "staff_grants_granted_by_id_idx" ON "staff_grants"("granted_by_id");
CREATE INDEX "staff_grants_ended_by_id_idx" ON "staff_grants"("ended_by_id");

-- The same grant is open once.
CREATE UNIQUE INDEX "staff_grants_open_key"
    ON "staff_grants"("user_id", "role", "class_name", "section", "subject_id") NULLS NOT DISTINCT
    WHERE "ended_at" IS NULL;

-- AddForeignKey
ALTER TABLE "staff_grants"
    ADD CONSTRAINT "staff_grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "staff_grants_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "subjects"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    ADD CONSTRAINT "staff_grants_granted_by_id_fkey" FOREIGN KEY ("granted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    ADD CONSTRAINT "staff_grants_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
