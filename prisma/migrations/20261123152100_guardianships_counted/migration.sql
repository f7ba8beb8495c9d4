-- A consent counts while its guardian is linked: the list of those who lack one changes with the links.
CREATE CONSTRAINT TRIGGER "guardianships_counted" AFTER INSERT OR UPDATE OF "guardian_id", "student_id", "ended_at" OR DELETE ON "guardianships"
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "count_roster_change"();
