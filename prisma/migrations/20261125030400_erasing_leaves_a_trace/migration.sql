-- The service may call this function, and do nothing else to what the log says of a record. So it sees for itself that the transaction
-- erases somebody of this workspace, and says so in the log, where it stays: nothing is blanked without a trace.
CREATE OR REPLACE FUNCTION "erase_log"(workspace int, records text[], actors text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  blanked bigint;
  named bigint;
BEGIN
  IF NOT EXISTS (
    SELECT FROM "LogEntry" WHERE "accountId" = workspace AND kind = 'ERASED'
      AND transaction = (pg_current_xact_id()::text)::bigint
  ) THEN
    RAISE 'The log is blanked by a transaction that tells whom of the workspace it erases.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND "recordId" = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  UPDATE "LogEntry" SET "actorName" = NULL, address = NULL
  WHERE "accountId" = workspace AND "actorId" = ANY (actors) AND ("actorName" IS NOT NULL OR address IS NOT NULL);
  GET DIAGNOSTICS named = ROW_COUNT;
  RETURN blanked + named;
END
$$;
