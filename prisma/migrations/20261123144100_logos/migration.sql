-- CreateTable
CREATE TABLE "logos" (
    "place" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "logos_pkey" PRIMARY KEY ("place"),
    CONSTRAINT "logos_place_check" CHECK ("place" = 'letters'),
    CONSTRAINT "logos_bytes_check" CHECK (octet_length("bytes") BETWEEN 1 AND 524288),
    CONSTRAINT "logos_type_check" CHECK ("type" IN ('image/png', 'image/jpeg')),
    CONSTRAINT "logos_size_check" CHECK ("width" BETWEEN 1 AND 2000 AND "height" BETWEEN 1 AND 2000)
);

-- CreateIndex
CREATE INDEX "logos_changed_by_id_idx" ON "logos"("changed_by_id");

-- AddForeignKey
ALTER TABLE "logos" ADD CONSTRAINT "logos_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
