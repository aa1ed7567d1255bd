-- Locks the audit log of a workspace until the end of the transaction. False if another session writes it.
CREATE OR REPLACE FUNCTION "try_lock_audit_log"(workspace integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_try_advisory_xact_lock(1279805300, workspace);
END
$$;
