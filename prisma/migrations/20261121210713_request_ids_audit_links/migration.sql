-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "request_id" TEXT;

-- CreateTable
CREATE TABLE "audit_links" (
    "seq" INTEGER NOT NULL,
    "event_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "digest" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_links_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_links_event_id_key" ON "audit_links"("event_id");

ALTER TABLE "mails"
    ADD CONSTRAINT "mails_request_id_check" CHECK (char_length("request_id") BETWEEN 1 AND 64);

ALTER TABLE "audit_links"
    ADD CONSTRAINT "audit_links_seq_check" CHECK ("seq" > 0),
    ADD CONSTRAINT "audit_links_digest_check" CHECK (octet_length("digest") = 32),
    ADD CONSTRAINT "audit_links_hash_check" CHECK (octet_length("hash") = 32);

-- The chain is only ever added to; nothing of it may go.
CREATE FUNCTION "keep_audit_link"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_links is append-only';
END
$$;

CREATE TRIGGER "audit_links_append_only" BEFORE UPDATE OR DELETE ON "audit_links"
    FOR EACH ROW EXECUTE FUNCTION "keep_audit_link"();

CREATE TRIGGER "audit_links_no_truncate" BEFORE TRUNCATE ON "audit_links"
    FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_link"();
