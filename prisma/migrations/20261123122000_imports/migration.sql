-- The guardians whom a row of a batch names: what it remembers of them goes with them, too.
ALTER TABLE "batch_rows" ADD COLUMN "guardian_ids" UUID[] NOT NULL DEFAULT '{}';

-- Each person who goes is looked for here: no list of pending entries may have to be read for that.
CREATE INDEX "batch_rows_guardian_ids_idx" ON "batch_rows" USING GIN ("guardian_ids") WITH (fastupdate = off);

-- Nobody goes without being looked for as one who vouched.
CREATE INDEX "users_vouched_by_id_idx" ON "users" ("vouched_by_id") WHERE "vouched_by_id" IS NOT NULL;

CREATE OR REPLACE FUNCTION "empty_batch_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "batch_rows" SET "raw" = NULL, "before" = NULL, "faults" = '[]', "subject_id" = NULL, "guardian_ids" = '{}'
        WHERE "subject_id" = OLD."user_id";
    RETURN NULL;
END
$$;

CREATE FUNCTION "empty_guardian_batch_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "batch_rows" SET "raw" = NULL, "before" = NULL, "faults" = '[]', "subject_id" = NULL, "guardian_ids" = '{}'
        WHERE "guardian_ids" @> ARRAY[OLD."id"];
    RETURN NULL;
END
$$;

CREATE TRIGGER "users_empty_batch_rows" AFTER DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "empty_guardian_batch_rows"();
