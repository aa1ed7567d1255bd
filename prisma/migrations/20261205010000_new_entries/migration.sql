-- New entries of the log are written where there is one index, and moved into the log, which has nine, many at a time. Who reads the log reads both:
-- the table's rows are the log's as well. It is in a schema of its own, so that the tables of the service are its models, one each.
-- A database that is spread over several servers has no such table: its entries are written into the log.
CREATE SCHEMA IF NOT EXISTS "actiongraph_log";

DO $$
BEGIN
  -- A backup of an older release gets its tables beside those that there are.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('"LogEntry"')) THEN
      RETURN;
    END IF;
  END IF;
  CREATE TABLE "actiongraph_log"."NewLogEntry" (CONSTRAINT "NewLogEntry_pkey" PRIMARY KEY ("accountId", "place")) INHERITS ("LogEntry");
  -- It is filled and emptied all the time, whatever its size is.
  ALTER TABLE "actiongraph_log"."NewLogEntry" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000);
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('"actiongraph_log"."NewLogEntry"') AND NOT c.relhastriggers) THEN
    CREATE TRIGGER raise_version BEFORE UPDATE ON "actiongraph_log"."NewLogEntry" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
  END IF;
END
$$;

-- Moves entries; answers how many, and null while somebody blanks or removes entries, or moves them: an entry that is moved meanwhile would be
-- left as it was.
CREATE FUNCTION "move_log"(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
  moved int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1279805301, 0) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND inhparent = '"LogEntry"'::regclass)
  THEN
    RAISE 'The new entries are those of a log in another schema of this database.' USING ERRCODE = 'wrong_object_type';
  END IF;
  -- Where the server crashes, the entries are where they were.
  PERFORM set_config('synchronous_commit', 'off', true);
  -- All that there are: a later migration may add some.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format('WITH taken AS (
      DELETE FROM ONLY "actiongraph_log"."NewLogEntry"
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ONLY "actiongraph_log"."NewLogEntry" LIMIT $1)) RETURNING *
    )
    INSERT INTO "LogEntry" (%1$s) SELECT %1$s FROM taken ORDER BY "accountId", place', columns) USING most;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END
$$;

REVOKE EXECUTE ON FUNCTION "move_log"(int) FROM PUBLIC;

-- Whoever blanks or removes entries begins when none is being moved, and none is moved until the transaction ends. An entry that was moved by the
-- transaction that erases is none of its own: who erases writes one.
DO $$
DECLARE
  known text;
BEGIN
  FOR known IN
    SELECT def FROM pg_proc p, pg_get_functiondef(p.oid) AS def
    WHERE p.pronamespace = quote_ident(current_schema())::regnamespace
      AND p.proname IN ('erase_log', 'sweep_log_changes', 'sweep_log', 'delete_log')
  LOOP
    known := regexp_replace(known, '\nBEGIN\n', E'\nBEGIN\n  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);\n');
    EXECUTE replace(known, 'AND l.xmin::text::bigint = (pg_current_xact_id()::text)::bigint & 4294967295',
      'AND l.xmin::text::bigint = (pg_current_xact_id()::text)::bigint & 4294967295
    AND (l.transaction = (pg_current_xact_id()::text)::bigint OR to_regclass(''"actiongraph_log"."NewLogEntry"'') IS NULL)');
  END LOOP;
END
$$;
