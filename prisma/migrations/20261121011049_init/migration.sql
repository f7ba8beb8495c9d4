-- Search by a part of a word. PostgreSQL counts it as trusted: the owner of a database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "role" AS ENUM ('user', 'admin');

-- CreateEnum
CREATE TYPE "upload_state" AS ENUM ('expected', 'stored', 'published', 'removed');

-- CreateEnum
CREATE TYPE "file_kind" AS ENUM ('pdf', 'doc', 'docx');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "role" "role" NOT NULL DEFAULT 'user',
    "name" TEXT NOT NULL,
    "email" TEXT,
    "username" TEXT,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "key" TEXT NOT NULL,
    "state" "upload_state" NOT NULL DEFAULT 'expected',
    "name" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "materials" (
    "id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "subject" TEXT NOT NULL,
    "material_name" TEXT NOT NULL,
    "file_key" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_kind" "file_kind" NOT NULL,
    "file_size" INTEGER NOT NULL,
    "file_hash" BYTEA NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "uploaded_by_id" UUID,

    CONSTRAINT "materials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "results" (
    "id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "score" DECIMAL(9,2) NOT NULL,
    "total_marks" DECIMAL(9,2) NOT NULL,
    "gpa" DECIMAL(4,2),
    "exam_name" TEXT,
    "subject" TEXT,
    "exam_date" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "results_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_schedules" (
    "id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "subject" TEXT NOT NULL,
    "test_date" DATE NOT NULL,
    "test_time" CHAR(5) NOT NULL,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submissions" (
    "id" UUID NOT NULL,
    "selected_class" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "parent_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "previous_school" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_state_changed_at_idx" ON "uploads"("state", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "materials_file_key_key" ON "materials"("file_key");

-- CreateIndex
CREATE INDEX "materials_uploaded_at_id_idx" ON "materials"("uploaded_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "materials_class_name_uploaded_at_id_idx" ON "materials"("class_name", "uploaded_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "materials_uploaded_by_id_idx" ON "materials"("uploaded_by_id");

-- CreateIndex
CREATE INDEX "materials_material_name_subject_idx" ON "materials" USING GIN ("material_name" gin_trgm_ops, "subject" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "results_student_id_created_at_id_idx" ON "results"("student_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "test_schedules_test_date_test_time_id_idx" ON "test_schedules"("test_date", "test_time", "id");

-- CreateIndex
CREATE INDEX "test_schedules_class_name_test_date_test_time_id_idx" ON "test_schedules"("class_name", "test_date", "test_time", "id");

-- CreateIndex
CREATE INDEX "submissions_created_at_id_idx" ON "submissions"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "materials" ADD CONSTRAINT "materials_file_key_fkey" FOREIGN KEY ("file_key") REFERENCES "uploads"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "materials" ADD CONSTRAINT "materials_uploaded_by_id_fkey" FOREIGN KEY ("uploaded_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "results" ADD CONSTRAINT "results_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What no code may get past. Prisma does not know CHECK constraints and leaves them alone.
ALTER TABLE "users"
    ADD CONSTRAINT "users_identity_check" CHECK (
        ("role" = 'user' AND "email" IS NOT NULL AND "username" IS NULL)
        OR ("role" = 'admin' AND "username" IS NOT NULL AND "email" IS NULL)
    ),
    ADD CONSTRAINT "users_email_check" CHECK (
        "email" = lower(btrim("email")) AND "email" IS NFKC NORMALIZED AND char_length("email") BETWEEN 3 AND 254
    ),
    ADD CONSTRAINT "users_username_check" CHECK (char_length("username") BETWEEN 1 AND 200),
    ADD CONSTRAINT "users_name_check" CHECK (char_length("name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "users_password_hash_check" CHECK (char_length("password_hash") BETWEEN 1 AND 500);

ALTER TABLE "sessions"
    ADD CONSTRAINT "sessions_token_hash_check" CHECK (octet_length("token_hash") = 32),
    ADD CONSTRAINT "sessions_expires_at_check" CHECK ("expires_at" > "created_at");

ALTER TABLE "uploads"
    ADD CONSTRAINT "uploads_key_check" CHECK (char_length("key") BETWEEN 1 AND 255),
    ADD CONSTRAINT "uploads_name_check" CHECK (char_length("name") BETWEEN 1 AND 255),
    ADD CONSTRAINT "uploads_type_check" CHECK (char_length("type") BETWEEN 1 AND 255),
    ADD CONSTRAINT "uploads_size_check" CHECK ("size" > 0);

ALTER TABLE "materials"
    ADD CONSTRAINT "materials_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    ADD CONSTRAINT "materials_subject_check" CHECK (char_length("subject") BETWEEN 1 AND 200),
    ADD CONSTRAINT "materials_material_name_check" CHECK (char_length("material_name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "materials_file_name_check" CHECK (char_length("file_name") BETWEEN 1 AND 255),
    ADD CONSTRAINT "materials_file_size_check" CHECK ("file_size" > 0),
    ADD CONSTRAINT "materials_file_hash_check" CHECK (octet_length("file_hash") = 32);

ALTER TABLE "results"
    ADD CONSTRAINT "results_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    ADD CONSTRAINT "results_score_check" CHECK ("score" BETWEEN 0 AND "total_marks"),
    ADD CONSTRAINT "results_total_marks_check" CHECK ("total_marks" >= 1),
    ADD CONSTRAINT "results_gpa_check" CHECK ("gpa" BETWEEN 0 AND 10),
    ADD CONSTRAINT "results_exam_name_check" CHECK (char_length("exam_name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "results_subject_check" CHECK (char_length("subject") BETWEEN 1 AND 200);

ALTER TABLE "test_schedules"
    ADD CONSTRAINT "test_schedules_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    ADD CONSTRAINT "test_schedules_subject_check" CHECK (char_length("subject") BETWEEN 1 AND 200),
    ADD CONSTRAINT "test_schedules_test_time_check" CHECK ("test_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    ADD CONSTRAINT "test_schedules_description_check" CHECK (char_length("description") BETWEEN 1 AND 2000);

ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_selected_class_check" CHECK ("selected_class" BETWEEN 1 AND 12),
    ADD CONSTRAINT "submissions_name_check" CHECK (char_length("name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "submissions_parent_name_check" CHECK (char_length("parent_name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "submissions_email_check" CHECK (char_length("email") BETWEEN 3 AND 254),
    ADD CONSTRAINT "submissions_phone_check" CHECK (char_length("phone") BETWEEN 1 AND 200),
    ADD CONSTRAINT "submissions_previous_school_check" CHECK (char_length("previous_school") BETWEEN 1 AND 200);
