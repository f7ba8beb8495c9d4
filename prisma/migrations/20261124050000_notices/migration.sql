-- CreateEnum
CREATE TYPE "notice_state" AS ENUM ('draft', 'scheduled', 'published', 'withdrawn');

-- CreateEnum
CREATE TYPE "notice_audience_kind" AS ENUM ('public', 'students', 'class', 'student', 'staff');

-- AlterTable
ALTER TABLE "mails" ADD COLUMN "subject_id" UUID;

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "version" SMALLINT NOT NULL DEFAULT 1,
    "asked_version" SMALLINT NOT NULL DEFAULT 1,
    "state" "notice_state" NOT NULL DEFAULT 'draft',
    "to_students" BOOLEAN NOT NULL DEFAULT true,
    "to_guardians" BOOLEAN NOT NULL DEFAULT true,
    "must_confirm" BOOLEAN NOT NULL DEFAULT false,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "publish_at" TIMESTAMPTZ(3),
    "published_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "tell_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "held_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_title_check" CHECK (char_length("title") BETWEEN 1 AND 150),
    CONSTRAINT "notices_reason_check" CHECK (char_length("reason") BETWEEN 1 AND 300),
    CONSTRAINT "notices_version_check" CHECK ("asked_version" BETWEEN 1 AND "version"),
    CONSTRAINT "notices_publish_check" CHECK (("state" = 'scheduled') = ("publish_at" IS NOT NULL)),
    CONSTRAINT "notices_published_check" CHECK (("state" IN ('published', 'withdrawn')) = ("published_at" IS NOT NULL)),
    CONSTRAINT "notices_withdrawn_check" CHECK (("state" = 'withdrawn') = ("withdrawn_at" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "notice_versions" (
    "notice_id" UUID NOT NULL,
    "version" SMALLINT NOT NULL,
    "title" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_id" UUID,

    CONSTRAINT "notice_versions_pkey" PRIMARY KEY ("notice_id","version")
);

-- CreateTable
CREATE TABLE "notice_audiences" (
    "id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "kind" "notice_audience_kind" NOT NULL,
    "class_name" SMALLINT,
    "section" TEXT,
    "student_id" UUID,

    CONSTRAINT "notice_audiences_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notice_audiences_class_check" CHECK ("class_name" BETWEEN 1 AND 12 AND ("kind" = 'class') = ("class_name" IS NOT NULL)),
    CONSTRAINT "notice_audiences_section_check" CHECK ("section" IS NULL OR ("kind" = 'class' AND "section" ~ '^[A-Z0-9]{1,3}$')),
    CONSTRAINT "notice_audiences_student_check" CHECK (("kind" = 'student') = ("student_id" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "notice_files" (
    "notice_id" UUID NOT NULL,
    "upload_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "file_kind" NOT NULL,
    "size" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_files_pkey" PRIMARY KEY ("notice_id","upload_key"),
    CONSTRAINT "notice_files_hash_check" CHECK (octet_length("hash") = 32)
);

-- CreateTable
CREATE TABLE "notice_receipts" (
    "id" UUID NOT NULL,
    "notice_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "student_id" UUID,
    "version" SMALLINT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_subject_id_idx" ON "mails"("subject_id");

-- CreateIndex
CREATE INDEX "notices_state_published_at_id_idx" ON "notices"("state", "published_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notices_created_by_id_idx" ON "notices"("created_by_id");

-- CreateIndex
CREATE INDEX "notice_versions_by_id_idx" ON "notice_versions"("by_id");

-- CreateIndex
CREATE INDEX "notice_audiences_kind_class_name_idx" ON "notice_audiences"("kind", "class_name");

-- CreateIndex
CREATE INDEX "notice_audiences_student_id_idx" ON "notice_audiences"("student_id");

-- CreateIndex
CREATE UNIQUE INDEX "notice_files_upload_key_key" ON "notice_files"("upload_key");

-- CreateIndex
CREATE INDEX "notice_receipts_user_id_idx" ON "notice_receipts"("user_id");

-- CreateIndex
CREATE INDEX "notice_receipts_student_id_idx" ON "notice_receipts"("student_id");

-- Whom a notice is for stands once; so does what somebody has read for a child.
CREATE UNIQUE INDEX "notice_audiences_once_key" ON "notice_audiences"("notice_id", "kind", "class_name", "section", "student_id") NULLS NOT DISTINCT;

CREATE UNIQUE INDEX "notice_receipts_once_key" ON "notice_receipts"("notice_id", "user_id", "student_id", "version") NULLS NOT DISTINCT;

-- What the sweep of each minute looks for.
CREATE INDEX "notices_due_idx" ON "notices"("publish_at") WHERE "state" = 'scheduled';

CREATE INDEX "notices_untold_idx" ON "notices"("tell_at") WHERE "state" = 'published' AND "tell_at" IS NOT NULL AND "told_at" IS NULL;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_versions"
    ADD CONSTRAINT "notice_versions_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "notice_versions_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_audiences"
    ADD CONSTRAINT "notice_audiences_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "notice_audiences_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_files"
    ADD CONSTRAINT "notice_files_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "notice_files_upload_key_fkey" FOREIGN KEY ("upload_key") REFERENCES "uploads"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_receipts"
    ADD CONSTRAINT "notice_receipts_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "notice_receipts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "notice_receipts_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A changed audience goes with a changed notice, so that these two say when the public list changes.
CREATE TRIGGER "notices_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "notices"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('notices');

CREATE TRIGGER "notice_files_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "notice_files"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('notices');

-- The version of each list, and when it next changes by itself. The others stay as they are.
ALTER FUNCTION "public_lists_at"(timestamptz) RENAME TO "public_lists_before_notices_at";

CREATE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" text, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT * FROM "public_lists_before_notices_at"("moment")
    UNION ALL
    SELECT 'notices', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'notices'), 'unchanged'),
        (SELECT min(n."expires_at") FROM "notices" n WHERE n."state" = 'published' AND n."expires_at" > "moment")
$$;
