-- CreateEnum
CREATE TYPE "closed_day_kind" AS ENUM ('closed', 'half');

-- CreateTable
CREATE TABLE "closed_days" (
    "id" UUID NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,
    "kind" "closed_day_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "created_by_id" UUID,

    CONSTRAINT "closed_days_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "closed_days_days_check" CHECK ("first_day" >= '2000-01-01' AND "last_day" < '2100-01-01'),
    CONSTRAINT "closed_days_last_day_check" CHECK ("last_day" - "first_day" BETWEEN 0 AND 365),
    CONSTRAINT "closed_days_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "closed_days_overlap_check" EXCLUDE USING gist (daterange("first_day", "last_day", '[]') WITH &&)
);

-- CreateIndex
CREATE INDEX "closed_days_last_day_idx" ON "closed_days"("last_day");

-- CreateIndex
CREATE INDEX "closed_days_created_by_id_idx" ON "closed_days"("created_by_id");

-- AddForeignKey
ALTER TABLE "closed_days" ADD CONSTRAINT "closed_days_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
