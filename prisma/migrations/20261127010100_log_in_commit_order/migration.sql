-- The place of an entry in the log. The first that a transaction draws locks the log of the workspace until it ends: entries are
-- committed, on a replica as well, in the order of their places, and whoever has read one has been told of all before it. It is a
-- lock by number, which writes nothing. It is drawn last, when the transaction waits for no row any more; `entries` is there to
-- be known last: a statement that writes records and their entries counts these first.
CREATE FUNCTION "log_place"(workspace integer, entries bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  RETURN nextval('"LogEntry_place_seq"');
END
$$;
