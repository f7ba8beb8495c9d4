-- CreateEnum
CREATE TYPE "student_origin" AS ENUM ('self', 'office', 'import', 'admission');

-- CreateEnum
CREATE TYPE "end_reason" AS ENUM ('moved', 'left', 'promoted', 'mistake');

-- CreateEnum
CREATE TYPE "guardianship_origin" AS ENUM ('code', 'office', 'import', 'admission');

-- CreateEnum
CREATE TYPE "batch_kind" AS ENUM ('students', 'marks', 'promotion', 'closed_days');

-- CreateEnum
CREATE TYPE "batch_state" AS ENUM ('checked', 'applied', 'undone');

-- CreateEnum
CREATE TYPE "batch_row_state" AS ENUM ('ready', 'refused', 'created', 'updated', 'unchanged', 'reversed', 'kept', 'failed');

-- A person is a row; a login is optional.
ALTER TABLE "users"
    ALTER COLUMN "password_hash" DROP NOT NULL,
    ADD COLUMN "phone" TEXT,
    ADD COLUMN "login_closed_at" TIMESTAMPTZ(3),
    ADD COLUMN "row_version" INTEGER NOT NULL DEFAULT 1,
    DROP CONSTRAINT "users_identity_check",
    ADD CONSTRAINT "users_identity_check" CHECK (
        ("role" = 'user' AND ("password_hash" IS NULL OR "email" IS NOT NULL OR "username" IS NOT NULL))
        OR ("role" = 'admin' AND "username" IS NOT NULL AND "email" IS NULL AND "password_hash" IS NOT NULL)
    ),
    ADD CONSTRAINT "users_login_name_check" CHECK ("role" = 'admin' OR "username" !~ '@'),
    ADD CONSTRAINT "users_phone_check" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$'),
    -- What is confirmed is an address.
    ADD CONSTRAINT "users_email_confirmed_check" CHECK ("email_confirmed_at" IS NULL OR "email" IS NOT NULL);

-- CreateTable
CREATE TABLE "students" (
    "user_id" UUID NOT NULL,
    "admission_no" TEXT,
    "born_on" DATE,
    "origin" "student_origin" NOT NULL,
    "links_by_office_only" BOOLEAN NOT NULL DEFAULT false,
    "left_on" DATE,
    "left_reason" TEXT,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "students_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "students_admission_no_check" CHECK (
        char_length("admission_no") BETWEEN 1 AND 40 AND "admission_no" = btrim("admission_no") AND "admission_no" !~ '@'
    ),
    CONSTRAINT "students_left_reason_check" CHECK (char_length("left_reason") BETWEEN 1 AND 300),
    CONSTRAINT "students_left_check" CHECK ("left_reason" IS NULL OR "left_on" IS NOT NULL)
);

-- CreateTable
CREATE TABLE "person_names" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by_id" UUID,

    CONSTRAINT "person_names_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_names_name_check" CHECK (char_length("name") BETWEEN 1 AND 200)
);

-- CreateTable
CREATE TABLE "guardianships" (
    "id" UUID NOT NULL,
    "guardian_id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "relation" TEXT NOT NULL,
    "sees_results" BOOLEAN NOT NULL DEFAULT true,
    "gets_mails" BOOLEAN NOT NULL DEFAULT true,
    "contact_order" SMALLINT NOT NULL DEFAULT 1,
    "origin" "guardianship_origin" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by_id" UUID,
    "end_reason" TEXT,
    "ended_quietly" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "guardianships_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "guardianships_guardian_check" CHECK ("guardian_id" <> "student_id"),
    CONSTRAINT "guardianships_relation_check" CHECK (char_length("relation") BETWEEN 1 AND 60),
    CONSTRAINT "guardianships_contact_order_check" CHECK ("contact_order" BETWEEN 1 AND 100),
    CONSTRAINT "guardianships_end_reason_check" CHECK (char_length("end_reason") BETWEEN 1 AND 300),
    CONSTRAINT "guardianships_ended_check" CHECK (
        "ended_at" IS NOT NULL OR ("ended_by_id" IS NULL AND "end_reason" IS NULL AND NOT "ended_quietly")
    )
);

-- CreateTable
CREATE TABLE "batches" (
    "id" UUID NOT NULL,
    "kind" "batch_kind" NOT NULL,
    "state" "batch_state" NOT NULL,
    "file_name" TEXT,
    "file_hash" BYTEA,
    "mapping" JSONB,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "applied_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),
    "undone_by_id" UUID,

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "batches_file_name_check" CHECK (char_length("file_name") BETWEEN 1 AND 255),
    CONSTRAINT "batches_file_hash_check" CHECK (octet_length("file_hash") = 32),
    CONSTRAINT "batches_applied_check" CHECK (("state" = 'checked') = ("applied_at" IS NULL)),
    CONSTRAINT "batches_undone_check" CHECK (("state" = 'undone') = ("undone_at" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "batch_rows" (
    "batch_id" UUID NOT NULL,
    "row_no" INTEGER NOT NULL,
    "state" "batch_row_state" NOT NULL,
    "raw" JSONB,
    "faults" JSONB NOT NULL DEFAULT '[]',
    "subject_id" UUID,
    "before" JSONB,
    "seen_version" INTEGER,

    CONSTRAINT "batch_rows_pkey" PRIMARY KEY ("batch_id","row_no"),
    CONSTRAINT "batch_rows_row_no_check" CHECK ("row_no" > 0)
);

-- CreateTable
CREATE TABLE "enrolments" (
    "id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "school_year_id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "section" TEXT,
    "roll_no" TEXT,
    "from_day" DATE NOT NULL,
    "to_day" DATE,
    "end_reason" "end_reason",
    "batch_id" UUID,
    "row_version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "enrolments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "enrolments_class_name_check" CHECK ("class_name" BETWEEN 1 AND 12),
    CONSTRAINT "enrolments_section_check" CHECK ("section" ~ '^[A-Z0-9]{1,3}$'),
    CONSTRAINT "enrolments_roll_no_check" CHECK (char_length("roll_no") BETWEEN 1 AND 20 AND "roll_no" = btrim("roll_no")),
    CONSTRAINT "enrolments_days_check" CHECK ("from_day" <= "to_day"),
    CONSTRAINT "enrolments_end_reason_check" CHECK (("to_day" IS NULL) = ("end_reason" IS NULL))
);

-- CreateIndex
CREATE INDEX "users_phone_idx" ON "users"("phone");

-- CreateIndex
CREATE INDEX "person_names_user_id_idx" ON "person_names"("user_id");

-- CreateIndex
CREATE INDEX "person_names_changed_by_id_idx" ON "person_names"("changed_by_id");

-- CreateIndex
CREATE INDEX "guardianships_guardian_id_idx" ON "guardianships"("guardian_id");

-- CreateIndex
CREATE INDEX "guardianships_student_id_idx" ON "guardianships"("student_id");

-- CreateIndex
CREATE INDEX "guardianships_created_by_id_idx" ON "guardianships"("created_by_id");

-- CreateIndex
CREATE INDEX "guardianships_ended_by_id_idx" ON "guardianships"("ended_by_id");

-- CreateIndex
CREATE INDEX "batches_created_at_idx" ON "batches"("created_at");

-- CreateIndex
CREATE INDEX "batches_created_by_id_idx" ON "batches"("created_by_id");

-- CreateIndex
CREATE INDEX "batches_undone_by_id_idx" ON "batches"("undone_by_id");

-- CreateIndex
CREATE INDEX "batch_rows_subject_id_idx" ON "batch_rows"("subject_id");

-- CreateIndex
CREATE INDEX "enrolments_student_id_from_day_idx" ON "enrolments"("student_id", "from_day" DESC);

-- CreateIndex
CREATE INDEX "enrolments_school_year_id_class_name_section_idx" ON "enrolments"("school_year_id", "class_name", "section");

-- CreateIndex
CREATE INDEX "enrolments_batch_id_idx" ON "enrolments"("batch_id");

-- AddForeignKey
ALTER TABLE "students" ADD CONSTRAINT "students_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_names" ADD CONSTRAINT "person_names_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_names" ADD CONSTRAINT "person_names_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_guardian_id_fkey" FOREIGN KEY ("guardian_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guardianships" ADD CONSTRAINT "guardianships_ended_by_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_undone_by_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What no code may get past. Prisma leaves indexes of expressions and partial ones alone.
CREATE UNIQUE INDEX "students_admission_no_key" ON "students" (upper("admission_no"));

CREATE UNIQUE INDEX "enrolments_open_key" ON "enrolments" ("student_id", "school_year_id") WHERE "to_day" IS NULL;

CREATE UNIQUE INDEX "enrolments_roll_no_key" ON "enrolments" ("school_year_id", "class_name", "section", "roll_no")
    NULLS NOT DISTINCT WHERE "to_day" IS NULL AND "roll_no" IS NOT NULL;

CREATE UNIQUE INDEX "guardianships_open_key" ON "guardianships" ("guardian_id", "student_id") WHERE "ended_at" IS NULL;

CREATE INDEX "batches_file_hash_idx" ON "batches" ("file_hash", "kind") WHERE "state" = 'applied';

-- What the search of people looks for: a part of a word of the name, in letters of any size.
CREATE INDEX "users_name_search_idx" ON "users" USING GIN (lower("name") gin_trgm_ops);

-- A row that was changed has another version; whoever changes it names the one that was seen.
CREATE FUNCTION "raise_row_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."row_version" := OLD."row_version" + 1;
    RETURN NEW;
END
$$;

CREATE TRIGGER "users_row_version" BEFORE UPDATE ON "users"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "raise_row_version"();

CREATE TRIGGER "students_row_version" BEFORE UPDATE ON "students"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "raise_row_version"();

CREATE TRIGGER "enrolments_row_version" BEFORE UPDATE ON "enrolments"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "raise_row_version"();

-- What a batch remembers of a person goes with the person.
CREATE FUNCTION "empty_batch_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "batch_rows" SET "raw" = NULL, "before" = NULL, "faults" = '[]', "subject_id" = NULL WHERE "subject_id" = OLD."user_id";
    RETURN NULL;
END
$$;

CREATE TRIGGER "students_empty_batch_rows" AFTER DELETE ON "students"
    FOR EACH ROW EXECUTE FUNCTION "empty_batch_rows"();

-- Whoever has a result, or was vouched for as a pupil, is a student; the class waits for the office. All others signed up and are
-- not on the roster.
INSERT INTO "students" ("user_id", "origin")
SELECT u."id", 'self' FROM "users" u
WHERE u."role" = 'user' AND (u."vouched_at" IS NOT NULL OR EXISTS (SELECT FROM "results" r WHERE r."student_id" = u."id"));
