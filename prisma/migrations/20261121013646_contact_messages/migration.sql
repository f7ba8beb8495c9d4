-- CreateTable
CREATE TABLE "contact_messages" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contact_messages_created_at_id_idx" ON "contact_messages"("created_at" DESC, "id" DESC);

-- What no code may get past. Prisma does not know CHECK constraints and leaves them alone.
ALTER TABLE "contact_messages"
    ADD CONSTRAINT "contact_messages_name_check" CHECK (char_length("name") BETWEEN 1 AND 200),
    ADD CONSTRAINT "contact_messages_email_check" CHECK (char_length("email") BETWEEN 3 AND 254),
    ADD CONSTRAINT "contact_messages_phone_check" CHECK (char_length("phone") BETWEEN 1 AND 40),
    ADD CONSTRAINT "contact_messages_message_check" CHECK (char_length("message") BETWEEN 1 AND 4000);
