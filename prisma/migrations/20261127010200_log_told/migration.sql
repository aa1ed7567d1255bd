-- Who writes the log tells those who follow the workspace that there is more of it: once for a transaction, since a notification that was
-- sent already is not sent twice, and by the function that every entry's place comes from, wherever rows are kept. While nobody follows, it
-- costs a look at the leases.
CREATE OR REPLACE FUNCTION "log_place"(workspace integer, entries bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF EXISTS (SELECT 1 FROM "ChangeListener" WHERE "accountId" = workspace AND "expiresAt" > now()) THEN
    PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  END IF;
  RETURN nextval('"LogEntry_place_seq"');
END
$$;

-- What triggers tell says of which transaction it is: what that one has written into the log is told by the log.
CREATE OR REPLACE FUNCTION "tell"(account integer, what text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('actiongraph_' || account, 'TRANSACTION ' || pg_current_xact_id());
  PERFORM pg_notify('actiongraph_' || account, what || ' ' || string_agg(id, ' '))
  FROM (
    SELECT id, sum(octet_length(id) + 1) OVER (ORDER BY id) / 4000 AS part
    FROM (SELECT DISTINCT id FROM unnest(ids) AS id) AS each
  ) AS parts
  GROUP BY part;
END
$$;
