DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['Attachment', 'Contact', 'Expense', 'FormSubmission', 'Invoice', 'Opportunity', 'Project', 'Ticket', 'TimeEntry'] LOOP
    EXECUTE format('CREATE TRIGGER reject_record_of_erased_client AFTER INSERT ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS NOT NULL) EXECUTE FUNCTION "reject_record_of_erased_client"()', target);
    EXECUTE format('CREATE TRIGGER reject_move_to_erased_client AFTER UPDATE OF "clientId" ON %I FOR EACH ROW
      WHEN (NEW."clientId" IS DISTINCT FROM OLD."clientId") EXECUTE FUNCTION "reject_record_of_erased_client"()', target);
  END LOOP;
END
$$;
