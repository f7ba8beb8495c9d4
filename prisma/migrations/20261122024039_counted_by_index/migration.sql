-- DropIndex
DROP INDEX "materials_class_name_uploaded_at_id_idx";

-- DropIndex
DROP INDEX "materials_uploaded_at_id_idx";

-- CreateIndex
CREATE INDEX "materials_uploaded_at_id_expires_at_idx" ON "materials"("uploaded_at" DESC, "id" DESC, "expires_at");

-- CreateIndex
CREATE INDEX "materials_class_name_uploaded_at_id_expires_at_idx" ON "materials"("class_name", "uploaded_at" DESC, "id" DESC, "expires_at");
