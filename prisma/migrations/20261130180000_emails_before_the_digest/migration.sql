-- An optional email that leaves on its own because the digest would come too late. Earlier ones were counted as required.
ALTER TABLE "mails"
    ADD COLUMN "is_brief" BOOLEAN NOT NULL DEFAULT false,
    ADD CONSTRAINT "mails_brief_check" CHECK (NOT ("is_brief" AND "is_optional"));
