-- A person's emails that have not left, among those of a year that have.
CREATE INDEX "mails_unsent_idx" ON "mails"("user_id", "kind") WHERE "state" IN ('waiting', 'gathered');
