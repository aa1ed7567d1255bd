-- Deletes at most `most` audit entries of a deleted workspace. Returns how many.
CREATE OR REPLACE FUNCTION "delete_audit_log"(workspace integer, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF NOT EXISTS (SELECT FROM "Workspace" WHERE "accountId" = workspace AND "deletedAt" IS NOT NULL) THEN
    RAISE 'Workspace % is not deleted, so its audit entries cannot be deleted.', workspace USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT place FROM "LogEntry" WHERE "accountId" = workspace LIMIT most
  ) old WHERE l."accountId" = workspace AND l.place = old.place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_audit_log"(integer,integer) FROM PUBLIC;
