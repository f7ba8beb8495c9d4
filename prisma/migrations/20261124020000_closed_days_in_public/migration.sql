-- Calendars tell when a closed day was entered.
ALTER TABLE "closed_days" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Everybody reads closed days among the tests: what shows them turns with the list of tests.
CREATE TRIGGER "closed_days_changed" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "closed_days"
    FOR EACH STATEMENT EXECUTE FUNCTION "count_list_change"('schedules');
