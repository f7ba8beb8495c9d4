-- The page of a student reads what happened to the person, and the emails to the person's address.
CREATE INDEX "audit_events_subject_id_at_id_idx" ON "audit_events"("subject_id", "at" DESC, "id" DESC);
CREATE INDEX "mails_reset_idx" ON "mails"("recipient") WHERE "kind" = 'resetPassword';
