-- Moves committed entries, of one workspace or of all, from the staging table to the log and gives them their positions. Notifies subscribers. Returns
-- how many entries it moved, and null while another session publishes, erases or deletes entries.
-- Entries of one record are staged while its row is locked, so their order in the staging table is the order of the changes.
CREATE OR REPLACE FUNCTION "publish_log_entries"(most integer, workspace integer DEFAULT NULL::integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
  workspaces int[];
  published int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1279805301, 0) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND inhparent = '"LogEntry"'::regclass)
  THEN
    RAISE 'The staging table belongs to the audit log in another schema of this database.' USING ERRCODE = 'wrong_object_type';
  END IF;
  -- All columns that there are: a later migration may add some.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('place', 'publishedAt');
  EXECUTE format('WITH taken AS (
      DELETE FROM ONLY "actiongraph_log"."NewLogEntry"
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ONLY "actiongraph_log"."NewLogEntry"
        WHERE $3 IS NULL OR "accountId" = $3 ORDER BY "accountId", place LIMIT $1)) RETURNING *
    ), last AS (
      SELECT w."accountId", coalesce((SELECT max(l.place) FROM ONLY "LogEntry" l WHERE l."accountId" = w."accountId"),
        (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "LogEntry_place_seq")) AS place
      FROM "Workspace" w WHERE w."accountId" IN (SELECT "accountId" FROM taken)
    ), published AS (
      INSERT INTO "LogEntry" (place, "publishedAt", %1$s)
      SELECT last.place + row_number() OVER (PARTITION BY "accountId" ORDER BY taken.place), $2, %1$s
      FROM taken JOIN last USING ("accountId") ORDER BY "accountId", taken.place RETURNING "accountId"
    )
    SELECT (SELECT count(*) FROM taken), array_agg(DISTINCT "accountId") FROM published', columns) INTO published, workspaces USING most, clock_timestamp(), workspace;
  PERFORM pg_notify('actiongraph_' || w.id, 'LOG') FROM unnest(workspaces) AS w (id);
  RETURN published;
END
$$;

REVOKE EXECUTE ON FUNCTION "publish_log_entries"(integer,integer) FROM PUBLIC;
