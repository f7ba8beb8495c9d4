-- While nobody has set the season it is that of the school year, so that a change of the years is one of the settings.
CREATE TRIGGER "school_years_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "school_years"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('settings');

-- The version of each list, and when it next changes by itself. A year begins at midnight somewhere on earth; zones differ by
-- quarters of an hour.
CREATE OR REPLACE FUNCTION "public_lists_at"("moment" timestamptz)
RETURNS TABLE ("topic" text, "version" text, "turns_at" timestamptz) LANGUAGE sql STABLE AS $$
    SELECT 'materials', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'materials'), 'unchanged'),
        (SELECT min(m."expires_at") FROM "materials" m WHERE m."expires_at" > "moment")
    UNION ALL
    SELECT 'schedules', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'schedules'), 'unchanged'), NULL
    UNION ALL
    SELECT 'settings', coalesce((SELECT p."version"::text FROM "public_lists" p WHERE p."topic" = 'settings'), 'unchanged'),
        (SELECT min(greatest(y."first_day"::timestamp AT TIME ZONE 'UTC' - interval '14 hours',
                date_bin('15 minutes', "moment", '2000-01-01 00:00+00') + interval '15 minutes'))
            FROM "school_years" y
            WHERE y."first_day"::timestamp AT TIME ZONE 'UTC' + interval '12 hours' > "moment")
$$;
