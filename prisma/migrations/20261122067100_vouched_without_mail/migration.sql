-- Only a result that was given while no mail left vouches for an account; one that was given later was hidden until the
-- address was confirmed. Of the first kind a mail was kept as a file; of the second none was written.
UPDATE "users" SET "vouched_at" = NULL
WHERE "vouched_at" IS NOT NULL AND "vouched_by_id" IS NULL AND "email_confirmed_at" IS NULL
    AND NOT EXISTS (
        SELECT FROM "mails" JOIN "results" ON "results"."id"::text = "mails"."about" ->> 'resultId'
        WHERE "mails"."user_id" = "users"."id" AND "results"."student_id" = "users"."id"
            AND "mails"."kind" = 'resultAdded' AND "mails"."state" IN ('sent', 'kept'));
