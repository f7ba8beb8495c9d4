-- Guardians who made their login by a student's code counted as known, although only codes of the office prove a person
-- (decision 151). Until they confirm their address or use a code of the office, they no longer do.
UPDATE "users" u SET "vouched_at" = NULL
WHERE u."email_confirmed_at" IS NULL AND u."vouched_by_id" IS NULL
  AND EXISTS (SELECT FROM "access_codes" c WHERE c."used_by_id" = u."id" AND c."purpose" = 'link'
    AND c."created_by_id" = c."student_id" AND c."used_at" = u."vouched_at")
  AND NOT EXISTS (SELECT FROM "access_codes" c WHERE c."used_by_id" = u."id"
    AND (c."purpose" <> 'link' OR c."created_by_id" IS DISTINCT FROM c."student_id"));
