-- Retention: deletes at most `most` audit entries that were published before `until`. Returns how many. If it deletes all entries of a workspace, its next
-- position is still greater than theirs.
CREATE OR REPLACE FUNCTION "delete_expired_audit_entries"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  deleted bigint;
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'Audit entries of the last twelve hours cannot be deleted.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH removed AS (
    DELETE FROM "LogEntry" l USING (
      SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
        SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND coalesce(e."publishedAt", e."createdAt") < until
        ORDER BY coalesce(e."publishedAt", e."createdAt") LIMIT most FOR UPDATE SKIP LOCKED
      ) oldest LIMIT most
    ) old WHERE l."accountId" = old."accountId" AND l.place = old.place RETURNING l.place
  )
  SELECT count(*), max(place) INTO deleted, last FROM removed;
  IF last > (SELECT last_value FROM "LogEntry_place_seq") THEN
    PERFORM setval('"LogEntry_place_seq"', last);
  END IF;
  RETURN deleted;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_expired_audit_entries"(timestamp with time zone,integer) FROM PUBLIC;
