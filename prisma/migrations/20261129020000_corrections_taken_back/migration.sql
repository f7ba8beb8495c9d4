-- A correction that is taken back in its pause leaves no row. If the family had opened it, the version before it says so.
ALTER TABLE "results" ADD COLUMN "correction_taken_back_at" TIMESTAMPTZ(3);
