-- A write pays for each entry of the log. A foreign key looked for the workspace once for each of them, though whoever draws a place looks there
-- anyway: that is where it is refused now, under the lock of the log, once for a transaction.
ALTER TABLE "LogEntry" DROP CONSTRAINT "LogEntry_accountId_fkey";

-- One function, where one called another, and no statement where an expression does.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint, "flushedLater" boolean) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  done text;
  followed boolean;
BEGIN
  IF "flushedLater" THEN
    done := set_config('synchronous_commit', 'off', true);
  END IF;
  done := pg_advisory_xact_lock(1279805300, workspace);
  SELECT EXISTS (SELECT 1 FROM "ChangeListener" l WHERE l."accountId" = w."accountId" AND l."expiresAt" > now()) INTO followed
  FROM "Workspace" w WHERE w."accountId" = workspace;
  IF followed IS NULL THEN
    RAISE 'There is no workspace % whose log could be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF followed THEN
    done := pg_notify('actiongraph_' || workspace, 'LOG');
  END IF;
  RETURN nextval('"LogEntry_place_seq"');
END
$$;

-- For processes of the release before the one before.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN "log_place"(workspace, entries, false);
END
$$;

-- Nobody writes the log of a workspace from then on until the transaction ends, nor afterwards where it removes the workspace. It does not wait: who
-- holds the log may be waiting for the workspace's row.
CREATE FUNCTION "close_log"(workspace integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_try_advisory_xact_lock(1279805300, workspace);
END
$$;
