-- CreateEnum
CREATE TYPE "institute_version_state" AS ENUM ('draft', 'published', 'earlier');

-- CreateTable
CREATE TABLE "institute_versions" (
    "id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "state" "institute_version_state" NOT NULL DEFAULT 'draft',
    "row_version" INTEGER NOT NULL DEFAULT 1,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_by_id" UUID,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "institute_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "institute_versions_content_check" CHECK (octet_length("content"::text) <= 500000),
    CONSTRAINT "institute_versions_published_check" CHECK (("state" = 'draft') = ("published_at" IS NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "institute_versions_current_key" ON "institute_versions"("state") WHERE "state" <> 'earlier';
CREATE INDEX "institute_versions_created_by_id_idx" ON "institute_versions"("created_by_id");
CREATE INDEX "institute_versions_published_by_id_idx" ON "institute_versions"("published_by_id");

-- AddForeignKey
ALTER TABLE "institute_versions" ADD CONSTRAINT "institute_versions_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "institute_versions" ADD CONSTRAINT "institute_versions_published_by_id_fkey" FOREIGN KEY ("published_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What is published stands on every public page, which are kept under this topic. A draft changes none of them.
CREATE TRIGGER "institute_published" AFTER INSERT OR UPDATE OF "state" ON "institute_versions"
    FOR EACH ROW WHEN (NEW."state" = 'published') EXECUTE FUNCTION "count_list_change"('settings');
