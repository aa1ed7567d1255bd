-- Numbers of the first and last staged entry of a workspace. Null if there is none, and where tables are distributed: they have no staging table.
CREATE OR REPLACE FUNCTION "staged_log_entries"(workspace integer, OUT first bigint, OUT last bigint) RETURNS record
LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- A database with distributed tables has no staging table.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    SELECT min(place), max(place) INTO first, last FROM ONLY "actiongraph_log"."NewLogEntry" WHERE "accountId" = workspace;
  END IF;
END
$$;
