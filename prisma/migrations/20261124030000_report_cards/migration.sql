-- CreateEnum
CREATE TYPE "report_card_state" AS ENUM ('draft', 'issued', 'replaced', 'withdrawn');

-- CreateTable
CREATE TABLE "report_card_sets" (
    "id" UUID NOT NULL,
    "school_year_id" UUID NOT NULL,
    "class_name" SMALLINT NOT NULL,
    "section" TEXT,
    "title" TEXT NOT NULL,
    "last_day" DATE NOT NULL,
    "days_open" SMALLINT,
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_card_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_card_set_exams" (
    "set_id" UUID NOT NULL,
    "exam_id" UUID NOT NULL,

    CONSTRAINT "report_card_set_exams_pkey" PRIMARY KEY ("set_id","exam_id")
);

-- CreateTable
CREATE TABLE "report_card_entries" (
    "set_id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "days_present" SMALLINT,
    "remark_teacher" TEXT,
    "remark_head" TEXT,
    "lines" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_card_entries_pkey" PRIMARY KEY ("set_id","student_id")
);

-- CreateTable
CREATE TABLE "report_cards" (
    "id" UUID NOT NULL,
    "set_id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "version" SMALLINT NOT NULL,
    "state" "report_card_state" NOT NULL DEFAULT 'draft',
    "content" JSONB NOT NULL,
    "upload_key" TEXT,
    "pages" SMALLINT NOT NULL DEFAULT 1,
    "sha256" BYTEA,
    "verify_hash" BYTEA,
    "issued_by_id" UUID,
    "issued_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "report_cards_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "report_card_series" (
    "prefix" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "report_card_series_pkey" PRIMARY KEY ("prefix")
);

-- CreateIndex
CREATE INDEX "report_card_sets_school_year_id_class_name_idx" ON "report_card_sets"("school_year_id", "class_name");

-- CreateIndex
CREATE INDEX "report_card_sets_created_by_id_idx" ON "report_card_sets"("created_by_id");

-- CreateIndex
CREATE INDEX "report_card_set_exams_exam_id_idx" ON "report_card_set_exams"("exam_id");

-- CreateIndex
CREATE INDEX "report_card_entries_student_id_idx" ON "report_card_entries"("student_id");

-- CreateIndex
CREATE INDEX "report_card_entries_changed_by_id_idx" ON "report_card_entries"("changed_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_cards_number_key" ON "report_cards"("number");

-- CreateIndex
CREATE UNIQUE INDEX "report_cards_upload_key_key" ON "report_cards"("upload_key");

-- CreateIndex
CREATE UNIQUE INDEX "report_cards_verify_hash_key" ON "report_cards"("verify_hash");

-- CreateIndex
CREATE INDEX "report_cards_student_id_idx" ON "report_cards"("student_id");

-- CreateIndex
CREATE INDEX "report_cards_issued_by_id_idx" ON "report_cards"("issued_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "report_cards_set_id_student_id_version_key" ON "report_cards"("set_id", "student_id", "version");

-- AddForeignKey
ALTER TABLE "report_card_sets" ADD CONSTRAINT "report_card_sets_school_year_id_fkey" FOREIGN KEY ("school_year_id") REFERENCES "school_years"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_sets" ADD CONSTRAINT "report_card_sets_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_set_exams" ADD CONSTRAINT "report_card_set_exams_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "report_card_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_set_exams" ADD CONSTRAINT "report_card_set_exams_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_entries" ADD CONSTRAINT "report_card_entries_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "report_card_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_entries" ADD CONSTRAINT "report_card_entries_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_card_entries" ADD CONSTRAINT "report_card_entries_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_cards" ADD CONSTRAINT "report_cards_set_id_fkey" FOREIGN KEY ("set_id") REFERENCES "report_card_sets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_cards" ADD CONSTRAINT "report_cards_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "report_cards" ADD CONSTRAINT "report_cards_issued_by_id_fkey" FOREIGN KEY ("issued_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "report_card_sets"
  ADD CONSTRAINT "report_card_sets_class_check" CHECK ("class_name" BETWEEN 1 AND 12),
  ADD CONSTRAINT "report_card_sets_section_check" CHECK ("section" ~ '^[A-Z0-9]{1,3}$'),
  ADD CONSTRAINT "report_card_sets_days_check" CHECK ("days_open" BETWEEN 1 AND 366);

ALTER TABLE "report_card_entries"
  ADD CONSTRAINT "report_card_entries_days_check" CHECK ("days_present" BETWEEN 0 AND 366),
  ADD CONSTRAINT "report_card_entries_lines_check" CHECK (cardinality("lines") <= 6);

ALTER TABLE "report_cards"
  ADD CONSTRAINT "report_cards_version_check" CHECK ("version" >= 1),
  ADD CONSTRAINT "report_cards_hash_check" CHECK (octet_length("sha256") = 32 AND octet_length("verify_hash") = 32),
  ADD CONSTRAINT "report_cards_issued_check"
    CHECK ("state" = 'draft' OR num_nulls("upload_key", "sha256", "verify_hash", "issued_at") = 0),
  ADD CONSTRAINT "report_cards_ended_check" CHECK ("ended_at" IS NULL OR "state" IN ('replaced', 'withdrawn'));

-- One that holds, and one on its way, a student.
CREATE UNIQUE INDEX "report_cards_valid_key" ON "report_cards"("set_id", "student_id") WHERE "state" = 'issued';
CREATE UNIQUE INDEX "report_cards_draft_key" ON "report_cards"("set_id", "student_id") WHERE "state" = 'draft';

-- What was issued stays as it was printed.
CREATE FUNCTION "keep_report_card"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND (NEW.state = 'draft' OR
    (NEW.number, NEW.version, NEW.content, NEW.upload_key, NEW.sha256, NEW.verify_hash, NEW.issued_at)
      IS DISTINCT FROM (OLD.number, OLD.version, OLD.content, OLD.upload_key, OLD.sha256, OLD.verify_hash, OLD.issued_at)) THEN
    RAISE EXCEPTION 'A report card that was issued is not changed.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "report_cards_keep" BEFORE UPDATE ON "report_cards" FOR EACH ROW EXECUTE FUNCTION "keep_report_card"();
