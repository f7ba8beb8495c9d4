-- Results of tasks expire only if a person was really deleted: the erasure of a form or of nothing leaves them.
CREATE OR REPLACE FUNCTION "expire_task_results"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "gone") THEN
    UPDATE "background_tasks" SET "result_until" = now() WHERE "result_until" > now();
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER "expire_task_results" ON "users";

CREATE TRIGGER "expire_task_results" AFTER DELETE ON "users"
  REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "expire_task_results"();
