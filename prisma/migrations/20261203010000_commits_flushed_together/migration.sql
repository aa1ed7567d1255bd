-- Who draws a place holds the log of the workspace until its transaction ends, and that takes as long as the disk: writes of one workspace
-- were as many a second as it syncs. `flushedLater`: the commit does not wait for the disk, and who writes does so afterwards, with all
-- others that wait then, before it answers anybody.
CREATE FUNCTION "log_place"(workspace integer, entries bigint, "flushedLater" boolean) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF "flushedLater" THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
  RETURN "log_place"(workspace, entries);
END
$$;

-- All that is committed by now is on the disk once the statement that asks for this is answered. What is there already costs nothing; otherwise a message that
-- nobody reads makes the transaction of the statement one that waits. A standby shows only what the primary has on its disk.
CREATE FUNCTION "flushed"() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_is_in_recovery() AND pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN
    PERFORM pg_logical_emit_message(true, 'actiongraph', '');
  END IF;
  RETURN true;
END
$$;
