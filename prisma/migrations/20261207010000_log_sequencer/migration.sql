-- An entry of the log gets its position after its transaction has committed: a write inserts it into the staging table, without a lock, and
-- "publish_log_entries" moves committed entries to the log and numbers them there. So writes of one workspace no longer wait for each other.
ALTER TABLE "LogEntry" ADD COLUMN "publishedAt" timestamptz(3);

DROP INDEX "LogEntry_changes_idx";
CREATE INDEX "LogEntry_changes_idx" ON "LogEntry" (coalesce("publishedAt", "createdAt")) WHERE before IS NOT NULL OR after IS NOT NULL;
CREATE INDEX "LogEntry_published_idx" ON "LogEntry" ("accountId", coalesce("publishedAt", "createdAt"));

-- A staged entry is ordered by a negative number, exact in JavaScript, until it gets its position. Processes of the release before read both tables
-- behind a position: they do not see it before.
CREATE FUNCTION "number_staged_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.place := nextval('"actiongraph_log"."NewLogEntry_place_seq"');
  RETURN NEW;
END
$$;

DO $$
DECLARE
  columns text;
  writer regrole;
BEGIN
  -- Not while an older backup is restored beside the tables that there are.
  IF NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = to_regclass('"actiongraph_log"."NewLogEntry"') AND inhparent = '"LogEntry"'::regclass)
  THEN
    RETURN;
  END IF;
  CREATE SEQUENCE IF NOT EXISTS "actiongraph_log"."NewLogEntry_place_seq" MINVALUE -4503599627370496 START -4503599627370496 MAXVALUE -1;
  LOCK TABLE "actiongraph_log"."NewLogEntry" IN SHARE ROW EXCLUSIVE MODE;
  -- The entries of the release before have their positions.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format('WITH taken AS (DELETE FROM ONLY "actiongraph_log"."NewLogEntry" RETURNING *)
    INSERT INTO "LogEntry" (%1$s) SELECT %1$s FROM taken', columns);
  ALTER TABLE "actiongraph_log"."NewLogEntry" ALTER COLUMN place SET DEFAULT nextval('"actiongraph_log"."NewLogEntry_place_seq"');
  ALTER SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" OWNED BY "actiongraph_log"."NewLogEntry".place;
  -- Who may write the entries draws their numbers.
  FOR writer IN SELECT DISTINCT a.grantee FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.oid = '"actiongraph_log"."NewLogEntry"'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> 0
  LOOP
    EXECUTE format('GRANT USAGE ON SEQUENCE "actiongraph_log"."NewLogEntry_place_seq" TO %s', writer);
  END LOOP;
END
$$;

-- Processes of the release before write positions.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass('"actiongraph_log"."NewLogEntry"') AND inhparent = '"LogEntry"'::regclass) THEN
    CREATE TRIGGER number_staged_entry BEFORE INSERT ON "actiongraph_log"."NewLogEntry" FOR EACH ROW WHEN (NEW.place > 0) EXECUTE FUNCTION "number_staged_entry"();
  END IF;
END
$$;

-- Moves committed entries, of one workspace or of all, to the log and numbers them. Returns how many it moved, and null while another session
-- publishes, erases or deletes entries.
-- Entries of one record are staged while its row is locked, so the order of their numbers is the order of the changes. Entries of a workspace
-- that was removed meanwhile are removed as well.
CREATE FUNCTION "publish_log_entries"(most int, workspace int DEFAULT NULL) RETURNS int
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
    RAISE 'The staged entries are those of a log in another schema of this database.' USING ERRCODE = 'wrong_object_type';
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

REVOKE EXECUTE ON FUNCTION "publish_log_entries"(int, int) FROM PUBLIC;

-- The numbers of a workspace's first and last staged entry; null without one.
CREATE FUNCTION "staged_log_entries"(workspace int, OUT first bigint, OUT last bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- A database with distributed tables has no staging table.
  IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
    SELECT min(place), max(place) INTO first, last FROM ONLY "actiongraph_log"."NewLogEntry" WHERE "accountId" = workspace;
  END IF;
END
$$;

-- The release before moves entries by this name.
CREATE OR REPLACE FUNCTION "move_log"(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  RETURN "publish_log_entries"(most);
END
$$;

-- Where retention removes all entries of a workspace, its next position is still behind them.
CREATE OR REPLACE FUNCTION "sweep_log"(until timestamptz, most int) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  swept bigint;
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'The log of the last twelve hours is not swept.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH swept AS (
    DELETE FROM "LogEntry" l USING (
      SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
        SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND e."createdAt" < until
        ORDER BY e."createdAt" LIMIT most FOR UPDATE SKIP LOCKED
      ) oldest LIMIT most
    ) old WHERE l."accountId" = old."accountId" AND l.place = old.place RETURNING l.place
  )
  SELECT count(*), max(place) INTO swept, last FROM swept;
  IF last > (SELECT last_value FROM "LogEntry_place_seq") THEN
    PERFORM setval('"LogEntry_place_seq"', last);
  END IF;
  RETURN swept;
END
$$;

-- Retention counts from the publication.
DO $$
DECLARE
  known text;
BEGIN
  FOR known IN
    SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE p.pronamespace = quote_ident(current_schema())::regnamespace AND p.proname IN ('sweep_log_changes', 'sweep_log')
  LOOP
    known := replace(known, 'e."createdAt"', 'coalesce(e."publishedAt", e."createdAt")');
    EXECUTE regexp_replace(known, '(WHERE|BY) "createdAt"', '\1 coalesce("publishedAt", "createdAt")', 'g');
  END LOOP;
END
$$;

-- Where tables are distributed, the log is written under the lock of its workspace. Whoever follows is always notified.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint, "flushedLater" boolean) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF NOT EXISTS (SELECT FROM "Workspace" w WHERE w."accountId" = workspace) THEN
    RAISE 'There is no workspace % whose log could be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  RETURN nextval('"LogEntry_place_seq"');
END
$$;
