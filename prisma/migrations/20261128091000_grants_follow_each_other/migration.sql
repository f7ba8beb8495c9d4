-- The same work can be granted for later days, too.
DROP INDEX "staff_grants_open_key";
CREATE UNIQUE INDEX "staff_grants_open_key"
    ON "staff_grants"("user_id", "role", "class_name", "section", "subject_id", "from_day") NULLS NOT DISTINCT
    WHERE "ended_at" IS NULL;
