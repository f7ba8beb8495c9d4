-- CreateTable
CREATE TABLE "erased_rows" (
    "table_name" TEXT NOT NULL,
    "row_id" UUID NOT NULL,

    CONSTRAINT "erased_rows_pkey" PRIMARY KEY ("table_name","row_id")
);

-- What was erased before this table was there: of accounts the trail knows it.
INSERT INTO "erased_rows" ("table_name", "row_id")
SELECT DISTINCT 'users', "subject_id" FROM "audit_events"
WHERE "action" IN ('account-deleted', 'person-erased') AND "subject_id" IS NOT NULL;
