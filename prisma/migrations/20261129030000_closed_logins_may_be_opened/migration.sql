-- The list of what ended names each closing of a login by its number, so that a login that was opened again stays open.
ALTER TABLE "users" ADD COLUMN "login_closings" INTEGER NOT NULL DEFAULT 0;
UPDATE "users" SET "login_closings" = 1 WHERE "login_closed_at" IS NOT NULL;
