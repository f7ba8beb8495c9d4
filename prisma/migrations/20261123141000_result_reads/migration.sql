-- CreateTable
CREATE TABLE "result_reads" (
    "result_id" UUID NOT NULL,
    "reader_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "result_reads_pkey" PRIMARY KEY ("result_id", "reader_id")
);

-- CreateIndex
CREATE INDEX "result_reads_reader_id_idx" ON "result_reads"("reader_id");

-- AddForeignKey
ALTER TABLE "result_reads"
    ADD CONSTRAINT "result_reads_result_id_fkey" FOREIGN KEY ("result_id") REFERENCES "results"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    ADD CONSTRAINT "result_reads_reader_id_fkey" FOREIGN KEY ("reader_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
