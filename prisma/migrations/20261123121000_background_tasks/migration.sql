-- CreateEnum
CREATE TYPE "upload_owner" AS ENUM ('material', 'notice', 'picture', 'document', 'card', 'letter', 'import', 'task');

-- CreateEnum
CREATE TYPE "upload_store" AS ENUM ('embedded', 'cloud');

-- CreateEnum
CREATE TYPE "background_task_state" AS ENUM ('waiting', 'running', 'done', 'failed', 'cancelled');

-- AlterTable
ALTER TABLE "uploads" ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "owner_kind" "upload_owner" NOT NULL DEFAULT 'material',
ADD COLUMN     "store" "upload_store";

-- CreateTable
CREATE TABLE "background_tasks" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" "background_task_state" NOT NULL DEFAULT 'waiting',
    "input" JSONB NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "upload_key" TEXT,
    "result_until" TIMESTAMPTZ(3),
    "fault" TEXT,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "background_tasks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "background_tasks_progress_check" CHECK ("done" >= 0 AND "total" >= 0),
    CONSTRAINT "background_tasks_ended_check" CHECK (("state" IN ('waiting', 'running')) = ("ended_at" IS NULL)),
    CONSTRAINT "background_tasks_fault_check" CHECK (("fault" IS NOT NULL) = ("state" = 'failed')),
    CONSTRAINT "background_tasks_result_check" CHECK (("upload_key" IS NULL) = ("result_until" IS NULL)),
    CONSTRAINT "background_tasks_result_state_check" CHECK ("upload_key" IS NULL OR "state" = 'done')
);

-- CreateIndex
CREATE UNIQUE INDEX "background_tasks_upload_key_key" ON "background_tasks"("upload_key");

-- CreateIndex
CREATE INDEX "background_tasks_created_by_id_created_at_id_idx" ON "background_tasks"("created_by_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "background_tasks_created_at_idx" ON "background_tasks"("created_at");

-- Few tasks have not ended, or have a result that can still be taken.
CREATE INDEX "background_tasks_open_idx" ON "background_tasks"("changed_at") WHERE "ended_at" IS NULL;

-- AddForeignKey
ALTER TABLE "background_tasks" ADD CONSTRAINT "background_tasks_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

UPDATE "uploads" u SET "owner_id" = m."id" FROM "materials" m WHERE m."file_key" = u."key";

-- A result may name the person who is erased: nobody takes it any more, and the sweep deletes it within a minute.
CREATE FUNCTION "expire_task_results"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "background_tasks" SET "result_until" = now() WHERE "result_until" > now();
  RETURN NULL;
END $$;

CREATE TRIGGER "expire_task_results" AFTER DELETE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "expire_task_results"();
