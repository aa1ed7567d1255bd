-- An index of blocks says of each the first and the last moment, which every entry moves. What is old enough is found by the index that each workspace
-- has of its moments.
DROP INDEX "LogEntry_createdAt_idx";

CREATE OR REPLACE FUNCTION "sweep_log"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
      SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND e."createdAt" < until
      ORDER BY e."createdAt" LIMIT most FOR UPDATE SKIP LOCKED
    ) oldest LIMIT most
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;
