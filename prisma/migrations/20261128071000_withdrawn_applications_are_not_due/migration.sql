-- An application that was withdrawn before it was answered stood above those that are due.
UPDATE "submissions" SET "answer_due" = NULL WHERE "state" = 'withdrawn' AND "answered_at" IS NULL AND "answer_due" IS NOT NULL;
