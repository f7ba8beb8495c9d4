-- The roster as a whole has a version, too, so that a process can keep what lists are made of. It changes once in a transaction,
-- and at its end: so nobody who changes a student waits for somebody who changes another one.
CREATE FUNCTION "count_roster_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('lyceum.roster_changed_by', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        PERFORM set_config('lyceum.roster_changed_by', pg_current_xact_id()::text, true);
        INSERT INTO "public_lists" ("topic") VALUES ('roster')
        ON CONFLICT ("topic") DO UPDATE SET "version" = gen_random_uuid();
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "students_counted" AFTER INSERT OR UPDATE OR DELETE ON "students"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();

CREATE CONSTRAINT TRIGGER "enrolments_counted" AFTER INSERT OR UPDATE OR DELETE ON "enrolments"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();

CREATE CONSTRAINT TRIGGER "person_names_counted" AFTER INSERT OR UPDATE OR DELETE ON "person_names"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();

CREATE CONSTRAINT TRIGGER "access_codes_counted" AFTER INSERT OR UPDATE OR DELETE ON "access_codes"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();

CREATE CONSTRAINT TRIGGER "users_counted" AFTER UPDATE ON "users"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN ((OLD."name", OLD."email", OLD."password_hash" IS NULL, OLD."login_closed_at", OLD."email_confirmed_at", OLD."vouched_at")
        IS DISTINCT FROM
        (NEW."name", NEW."email", NEW."password_hash" IS NULL, NEW."login_closed_at", NEW."email_confirmed_at", NEW."vouched_at"))
    EXECUTE FUNCTION "count_roster_change"();

INSERT INTO "public_lists" ("topic") VALUES ('roster') ON CONFLICT DO NOTHING;

-- Search and order of the roster are those of what a process keeps.
DROP INDEX "users_name_search_idx";
