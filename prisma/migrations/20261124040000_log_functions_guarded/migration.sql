-- The service may call these functions, and do nothing else to what the log says. So they see for themselves that what they are
-- asked for can be meant: nothing of the last twelve hours is swept, and no workspace loses its log that is not deleted.

CREATE OR REPLACE FUNCTION "sweep_log_changes"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" l SET before = NULL, after = NULL FROM (
    SELECT "accountId", place FROM "LogEntry"
    WHERE "createdAt" < until AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY "createdAt" LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;

CREATE OR REPLACE FUNCTION "sweep_log"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
BEGIN
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT "accountId", place FROM "LogEntry" WHERE "createdAt" < until LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END
$$;

CREATE OR REPLACE FUNCTION "delete_log"(workspace int, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM "Workspace" WHERE "accountId" = workspace AND "deletedAt" IS NOT NULL) THEN
    RAISE 'The log of a workspace is removed when the workspace was deleted.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT place FROM "LogEntry" WHERE "accountId" = workspace LIMIT most
  ) old WHERE l."accountId" = workspace AND l.place = old.place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;
