-- DropIndex
DROP INDEX "materials_material_name_subject_idx";

-- What the search of a list looks for, in one place: a part of the name or of the subject, in letters of any size.
CREATE INDEX "materials_search_idx" ON "materials"
    USING GIN (lower("material_name" || chr(10) || "subject") gin_trgm_ops);

-- A text that few names have must not look as if a hundredth of them had it.
ALTER INDEX "materials_search_idx" ALTER COLUMN 1 SET STATISTICS 1000;
