-- A material that is not available yet has the moment from which it is; a sweep then publishes it and tells its class.
ALTER TABLE "materials"
    ADD COLUMN "available_from" TIMESTAMPTZ(3),
    ADD COLUMN "tell_class" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "tell_sections" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD CONSTRAINT "materials_available_from_check" CHECK ("available_from" < "expires_at");

-- What visitors see is still counted in an index alone.
DROP INDEX "materials_uploaded_at_id_expires_at_idx";
DROP INDEX "materials_class_name_uploaded_at_id_expires_at_idx";
CREATE INDEX "materials_uploaded_at_id_expires_at_available_from_idx"
    ON "materials"("uploaded_at" DESC, "id" DESC, "expires_at", "available_from");
CREATE INDEX "materials_class_name_uploaded_at_id_idx"
    ON "materials"("class_name", "uploaded_at" DESC, "id" DESC, "expires_at", "available_from");
CREATE INDEX "materials_available_from_idx" ON "materials"("available_from");

-- How often a material was downloaded on a day, by nobody in particular.
CREATE TABLE "material_downloads" (
    "material_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "material_downloads_pkey" PRIMARY KEY ("material_id", "day"),
    CONSTRAINT "material_downloads_count_check" CHECK ("count" > 0)
);
ALTER TABLE "material_downloads" ADD CONSTRAINT "material_downloads_material_id_fkey"
    FOREIGN KEY ("material_id") REFERENCES "materials"("id") ON DELETE CASCADE ON UPDATE CASCADE;
