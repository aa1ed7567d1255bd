-- A commit that did not wait may be on this server's disk while no standby has confirmed it, where `synchronous_standby_names` asks for that: then
-- the transaction of the statement always is one that waits. What is on the disk here says nothing of the disks there.
CREATE OR REPLACE FUNCTION "flushed"() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_is_in_recovery() AND (
    current_setting('synchronous_standby_names') <> '' OR pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()
  ) THEN
    PERFORM pg_logical_emit_message(true, 'actiongraph', '');
  END IF;
  RETURN true;
END
$$;
