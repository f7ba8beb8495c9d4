-- Enough to tell a text that few names have from one that a hundredth of them has: all that is known of the column is
-- looked through for every search, and with a thousand samples that took longer than the search itself.
ALTER INDEX "materials_search_idx" ALTER COLUMN 1 SET STATISTICS 300;
