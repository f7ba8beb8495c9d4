ALTER TABLE "consents" ALTER COLUMN "version" DROP NOT NULL;

-- A paper that is older than the text it was entered with agreed to another one; which, nobody knows.
UPDATE "consents" SET "version" = NULL
WHERE "how" = 'paper' AND left("version", 10) > to_char("given_at" + interval '1 day', 'YYYY-MM-DD');
