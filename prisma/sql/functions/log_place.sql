-- The next position of the log where tables are distributed: there the entries are numbered when they are written, under a lock of the workspace.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint, "flushedLater" boolean) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF NOT EXISTS (SELECT FROM "Workspace" w WHERE w."accountId" = workspace) THEN
    RAISE 'There is no workspace % whose log could be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  RETURN nextval('"LogEntry_place_seq"');
END
$$;
