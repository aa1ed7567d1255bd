-- Retention: sets `before` and `after` to null in at most `most` audit entries that were published before `until`. Returns how many.
CREATE OR REPLACE FUNCTION "clear_expired_audit_changes"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  cleared bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'Changes in audit entries of the last twelve hours cannot be cleared.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" l SET before = NULL, after = NULL FROM (
    SELECT "accountId", place FROM "LogEntry"
    WHERE coalesce("publishedAt", "createdAt") < until AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY coalesce("publishedAt", "createdAt") LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

REVOKE EXECUTE ON FUNCTION "clear_expired_audit_changes"(timestamp with time zone,integer) FROM PUBLIC;
