-- The staging table of the log: writes insert their entries here, where there is one index, and publish_log_entries moves committed entries to the log
-- and gives them their positions. A query of "LogEntry" reads both tables. Its own schema keeps it out of the list of models.
-- A database with distributed tables has no staging table.
CREATE SCHEMA IF NOT EXISTS "actiongraph_log";

DO $$
BEGIN
  -- While a backup is restored, its tables are created in another schema of a database that has a staging table.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    RETURN;
  END IF;
  CREATE TABLE "actiongraph_log"."NewLogEntry" (CONSTRAINT "NewLogEntry_pkey" PRIMARY KEY ("accountId", "place")) INHERITS ("LogEntry");
  -- The sequencer vacuums the table itself: rows are inserted and deleted all the time.
  ALTER TABLE "actiongraph_log"."NewLogEntry" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000);
  -- A staged entry has a negative number, exact in JavaScript, until it gets its position.
  CREATE SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" MINVALUE -4503599627370496 START -4503599627370496 MAXVALUE -1;
  ALTER TABLE "actiongraph_log"."NewLogEntry" ALTER COLUMN place SET DEFAULT nextval('"actiongraph_log"."NewLogEntry_place_seq"');
  ALTER SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" OWNED BY "actiongraph_log"."NewLogEntry".place;
END
$$;

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass('"actiongraph_log"."NewLogEntry"')) THEN
    CREATE TRIGGER raise_version BEFORE UPDATE ON "actiongraph_log"."NewLogEntry" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
  END IF;
END
$$;
