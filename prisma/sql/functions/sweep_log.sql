-- Retention: deletes at most `most` entries that were published before `until`. Returns how many. If it deletes all entries of a workspace, its next
-- position is still greater than theirs.
CREATE OR REPLACE FUNCTION "sweep_log"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH swept AS (
    DELETE FROM "LogEntry" l USING (
      SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
        SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND coalesce(e."publishedAt", e."createdAt") < until
        ORDER BY coalesce(e."publishedAt", e."createdAt") LIMIT most FOR UPDATE SKIP LOCKED
      ) oldest LIMIT most
    ) old WHERE l."accountId" = old."accountId" AND l.place = old.place RETURNING l.place
  )
  SELECT count(*), max(place) INTO swept, last FROM swept;
  IF last > (SELECT last_value FROM "LogEntry_place_seq") THEN
    PERFORM setval('"LogEntry_place_seq"', last);
  END IF;
  RETURN swept;
END
$$;

REVOKE EXECUTE ON FUNCTION "sweep_log"(timestamp with time zone,integer) FROM PUBLIC;
