-- Trigger of "Workspace": a workspace can be deleted only after its audit entries.
CREATE OR REPLACE FUNCTION "prevent_delete_with_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "try_lock_audit_log"(OLD."accountId") THEN
    RAISE 'The audit log of workspace % is being written. Delete the workspace later.', OLD."accountId" USING ERRCODE = 'lock_not_available';
  END IF;
  IF EXISTS (SELECT 1 FROM "LogEntry" WHERE "accountId" = OLD."accountId") THEN
    RAISE 'Workspace % has audit entries. Delete them before the workspace.', OLD."accountId" USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END
$$;
