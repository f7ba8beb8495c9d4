-- The backup that waits for its download has a row, and may have more than 2 GiB.
ALTER TABLE "uploads" ALTER COLUMN "size" TYPE BIGINT;
