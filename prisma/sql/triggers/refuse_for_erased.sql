DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['Contact', 'Expense', 'FormSubmission', 'Invoice', 'Opportunity', 'Project', 'TimeEntry'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_for_erased AFTER INSERT ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS NOT NULL) EXECUTE FUNCTION "refuse_for_erased"()', target);
    EXECUTE format('CREATE TRIGGER refuse_for_erased_now AFTER UPDATE OF "clientId" ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS DISTINCT FROM OLD."clientId") EXECUTE FUNCTION "refuse_for_erased"()', target);
  END LOOP;
END
$$;
