-- CreateEnum
CREATE TYPE "institute_picture_kind" AS ENUM ('logo', 'portrait', 'gallery', 'story');

-- CreateTable
CREATE TABLE "institute_pictures" (
    "id" UUID NOT NULL,
    "kind" "institute_picture_kind" NOT NULL,
    "hash" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "institute_pictures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "institute_pictures_hash_check" CHECK ("hash" ~ '^[0-9a-f]{32}$'),
    CONSTRAINT "institute_pictures_size_check" CHECK ("width" BETWEEN 1 AND 4000 AND "height" BETWEEN 1 AND 4000)
);

-- CreateTable
CREATE TABLE "institute_picture_files" (
    "picture_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "upload_key" TEXT NOT NULL,

    CONSTRAINT "institute_picture_files_pkey" PRIMARY KEY ("picture_id","name"),
    CONSTRAINT "institute_picture_files_name_check" CHECK ("name" ~ '^[a-z0-9]{1,12}\.(webp|png|jpg)$')
);

-- CreateIndex
CREATE UNIQUE INDEX "institute_pictures_hash_key" ON "institute_pictures"("hash");
CREATE INDEX "institute_pictures_created_by_id_idx" ON "institute_pictures"("created_by_id");
CREATE UNIQUE INDEX "institute_picture_files_upload_key_key" ON "institute_picture_files"("upload_key");

-- AddForeignKey
ALTER TABLE "institute_pictures" ADD CONSTRAINT "institute_pictures_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "institute_picture_files" ADD CONSTRAINT "institute_picture_files_picture_id_fkey" FOREIGN KEY ("picture_id") REFERENCES "institute_pictures"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "institute_picture_files" ADD CONSTRAINT "institute_picture_files_upload_key_fkey" FOREIGN KEY ("upload_key") REFERENCES "uploads"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
