-- What the valid results of an exam come to, in percent. Results change rarely and their figures are read often: a year of 600
-- exams is read as 600 rows instead of 300,000.
CREATE TABLE "exam_figures" (
    "exam_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "average" DOUBLE PRECISION,
    "lowest" DOUBLE PRECISION,
    "highest" DOUBLE PRECISION,
    "quartiles" DOUBLE PRECISION[] NOT NULL,
    CONSTRAINT "exam_figures_pkey" PRIMARY KEY ("exam_id"),
    CONSTRAINT "exam_figures_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE FUNCTION "count_exam_figures"("exam_ids" UUID[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Locks the rows: waits for another transaction that changes results of the same exam, and the next statement sees its results.
    INSERT INTO "exam_figures" ("exam_id", "n", "quartiles")
    SELECT "id", 0, '{}' FROM "exams" WHERE "id" = ANY("exam_ids") ORDER BY "id"
    ON CONFLICT ("exam_id") DO UPDATE SET "n" = "exam_figures"."n";
    UPDATE "exam_figures" f
    SET "n" = s."n", "average" = s."average", "lowest" = s."lowest", "highest" = s."highest",
        "quartiles" = coalesce(s."quartiles", '{}')
    FROM (
        SELECT i."exam_id", count(m."percent")::int AS "n", avg(m."percent") AS "average", min(m."percent") AS "lowest",
            max(m."percent") AS "highest",
            percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY m."percent") AS "quartiles"
        FROM unnest("exam_ids") AS i("exam_id")
        LEFT JOIN (
            SELECT "exam_id", "score"::float8 * 100 / "total_marks"::float8 AS "percent" FROM "exam_results"
            WHERE "exam_id" = ANY("exam_ids")
        ) m ON m."exam_id" = i."exam_id"
        GROUP BY i."exam_id"
    ) s
    WHERE f."exam_id" = s."exam_id";
END
$$;

CREATE FUNCTION "count_changed_results"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "count_exam_figures"(array_agg(DISTINCT "exam_id")) FROM "changed" WHERE "exam_id" IS NOT NULL
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE FUNCTION "count_withdrawn_results"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM "count_exam_figures"(array_agg(DISTINCT r."exam_id"))
    FROM "changed" c JOIN "results" r ON r."id" = c."result_id" WHERE r."exam_id" IS NOT NULL
    HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER "results_added_counted" AFTER INSERT ON "results"
    REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_results"();
CREATE TRIGGER "results_deleted_counted" AFTER DELETE ON "results"
    REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_results"();
CREATE TRIGGER "result_withdrawals_added_counted" AFTER INSERT ON "result_withdrawals"
    REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_withdrawn_results"();
CREATE TRIGGER "result_withdrawals_deleted_counted" AFTER DELETE ON "result_withdrawals"
    REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_withdrawn_results"();

SELECT "count_exam_figures"(array_agg("id")) FROM "exams" WHERE "released_at" IS NOT NULL HAVING count(*) > 0;
