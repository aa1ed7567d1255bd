-- Trigger of "Workspace": a workspace is deleted after its log.
CREATE OR REPLACE FUNCTION "keep_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
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
