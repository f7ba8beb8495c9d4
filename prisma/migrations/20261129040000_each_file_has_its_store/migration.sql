-- Version 0.1.0 did not write down where a file lies. Its key begins with a code of the app id: this is the embedded store's.
UPDATE "uploads" SET "store" = (CASE WHEN starts_with("key", 'Arh3Vzoz5QrO') THEN 'embedded' ELSE 'cloud' END)::"upload_store"
  WHERE "store" IS NULL;

ALTER TABLE "uploads" ALTER COLUMN "store" SET NOT NULL, ALTER COLUMN "store" SET DEFAULT 'embedded';
