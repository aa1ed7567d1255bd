-- A workspace that has a log is not removed without it. Where tables are spread over several servers, which have no triggers, the service looks.
CREATE FUNCTION "keep_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "close_log"(OLD."accountId") THEN
    RAISE 'Somebody writes the log of workspace % just now.', OLD."accountId" USING ERRCODE = 'lock_not_available';
  END IF;
  IF EXISTS (SELECT 1 FROM "LogEntry" WHERE "accountId" = OLD."accountId") THEN
    RAISE 'Workspace % has a log, which has to be removed first.', OLD."accountId" USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER keep_log BEFORE DELETE ON "Workspace" FOR EACH ROW EXECUTE FUNCTION "keep_log"();
