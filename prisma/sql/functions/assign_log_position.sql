-- Assigns the next log position where tables are distributed: entries are numbered when they are written, under a lock of the workspace.
CREATE OR REPLACE FUNCTION "assign_log_position"(workspace integer) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF NOT EXISTS (SELECT FROM "Workspace" w WHERE w."accountId" = workspace) THEN
    RAISE 'Workspace % does not exist, so its audit log cannot be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  RETURN nextval('"LogEntry_place_seq"');
END
$$;
