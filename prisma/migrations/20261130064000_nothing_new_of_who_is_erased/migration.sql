-- Who writes for a client may have read it before it was erased, and waits for that at the foreign key: its name would come back with what is
-- written. So nothing new is written for a client that is erased. It is looked at when the key was checked, and the client is locked. Whoever owns the tables
-- imports and restores what there was.
CREATE FUNCTION "refuse_for_erased"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Client" c
      WHERE c."accountId" = NEW."accountId" AND c.id = NEW."clientId" AND c."erasedAt" IS NOT NULL)
    AND NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'client % is erased', NEW."clientId"
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'Client_erased_takes_nothing';
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['Contact', 'Expense', 'FormSubmission', 'Invoice', 'Opportunity', 'Project', 'TimeEntry'] LOOP
    EXECUTE format('CREATE TRIGGER refuse_for_erased AFTER INSERT ON %I
      FOR EACH ROW WHEN (NEW."clientId" IS NOT NULL) EXECUTE FUNCTION "refuse_for_erased"()', name);
    EXECUTE format('CREATE TRIGGER refuse_for_erased_now AFTER UPDATE OF "clientId" ON %I
      FOR EACH ROW WHEN (NEW."clientId" IS DISTINCT FROM OLD."clientId") EXECUTE FUNCTION "refuse_for_erased"()', name);
  END LOOP;
END
$$;
