-- Rows of imports are emptied once for all people that a statement deletes: an undone import deletes thousands. For few people
-- the index finds their rows, for many one pass over the table is quicker.
DROP TRIGGER "users_empty_batch_rows" ON "users";

CREATE OR REPLACE FUNCTION "empty_guardian_batch_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(*) FROM "gone") <= 50 THEN
        UPDATE "batch_rows" SET "raw" = NULL, "before" = NULL, "faults" = '[]', "subject_id" = NULL, "guardian_ids" = '{}'
            WHERE "guardian_ids" && ARRAY(SELECT "id" FROM "gone");
    ELSE
        UPDATE "batch_rows" SET "raw" = NULL, "before" = NULL, "faults" = '[]', "subject_id" = NULL, "guardian_ids" = '{}'
            WHERE "guardian_ids" <> '{}' AND EXISTS (SELECT FROM unnest("guardian_ids") AS "one" WHERE "one" IN (SELECT "id" FROM "gone"));
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER "users_empty_batch_rows" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "empty_guardian_batch_rows"();

-- One import makes thousands of links by one person. Whoever is deleted has usually made none, and the plan that looks for them
-- is kept only while the planner expects few.
ALTER TABLE "guardianships" ALTER COLUMN "created_by_id" SET (n_distinct = -0.5);
