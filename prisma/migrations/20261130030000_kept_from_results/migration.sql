-- The list of what ended names each change of a guardian's sight of results by its number, so that an older backup undoes none.
ALTER TABLE "guardianships" ADD COLUMN "sight_changes" INTEGER NOT NULL DEFAULT 0;
UPDATE "guardianships" SET "sight_changes" = 1 WHERE NOT "sees_results";
