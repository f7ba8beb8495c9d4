-- CreateEnum
CREATE TYPE "consent_how" AS ENUM ('join', 'admission', 'paper', 'import');

-- CreateTable
CREATE TABLE "consents" (
    "id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "guardian_id" UUID,
    "given_name" TEXT,
    "how" "consent_how" NOT NULL,
    "version" TEXT NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "noted_by_id" UUID,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "consents_given_name_check" CHECK (
        "given_name" IS NULL OR ("guardian_id" IS NULL AND char_length("given_name") BETWEEN 1 AND 200)
    ),
    CONSTRAINT "consents_version_check" CHECK (char_length("version") BETWEEN 1 AND 100)
);

-- CreateIndex
CREATE INDEX "consents_student_id_idx" ON "consents"("student_id");

-- CreateIndex
CREATE INDEX "consents_guardian_id_idx" ON "consents"("guardian_id");

-- CreateIndex
CREATE INDEX "consents_noted_by_id_idx" ON "consents"("noted_by_id");

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "students"("user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_guardian_id_fkey" FOREIGN KEY ("guardian_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_noted_by_id_fkey" FOREIGN KEY ("noted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The list of students shows who lacks one.
CREATE CONSTRAINT TRIGGER "consents_counted" AFTER INSERT OR UPDATE OR DELETE ON "consents"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();
