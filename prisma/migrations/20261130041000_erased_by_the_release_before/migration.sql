-- A release goes on writing while the database has the tables of the next one. The one before the migration before this one names all records
-- whose history is to be blanked, with those of others that mention whom is erased, and no words: what it asked for was refused. It is done again, of
-- records that belong to who is erased, and of those whose entries hold a name, an address or a number that the log has of it.
-- Where the log has none any more, it is refused, and erased by the new release.

-- The one that takes words takes no default for them any more, so that it can be told which one is called.
DO $$
DECLARE
  definition text := replace(
    pg_get_functiondef('"erase_log"(int, text[], text[], text[])'::regprocedure), ' DEFAULT ''{}''::text[]', '');
BEGIN
  DROP FUNCTION "erase_log"(int, text[], text[], text[]);
  EXECUTE definition;
END
$$;
REVOKE EXECUTE ON FUNCTION "erase_log"(int, text[], text[], text[]) FROM PUBLIC;

CREATE FUNCTION "erase_log"(workspace int, records text[], actors text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  subject text;
  patterns text[];
  own text[] := records;
  others text[] := '{}';
  other text;
  blanked bigint;
  mentioning bigint;
BEGIN
  SELECT l."recordId" INTO subject FROM "LogEntry" l
  WHERE l."accountId" = workspace AND l.kind = 'ERASED' AND l."recordId" = ANY (records)
    AND l.transaction = (pg_current_xact_id()::text)::bigint
  ORDER BY l.place DESC LIMIT 1;

  -- Its names, addresses and numbers, and those of its people, as they stand in JSON.
  SELECT coalesce(array_agg(DISTINCT
    '%' || replace(replace(replace(substr(j.word, 2, length(j.word) - 2), '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  INTO patterns
  FROM "LogEntry" l
    CROSS JOIN LATERAL (VALUES (l.before), (l.after)) AS said(of)
    CROSS JOIN LATERAL (
      SELECT v.value FROM jsonb_each_text(said.of) AS v(key, value)
      WHERE v.key IN ('name', 'address1', 'address2', 'phone', 'mobile', 'email', 'taxId', 'website')
      UNION ALL SELECT concat_ws(' ', said.of ->> 'firstName', said.of ->> 'lastName')
    ) AS known(word)
    CROSS JOIN LATERAL (SELECT to_json(trim(known.word))::text AS word) AS j
  WHERE l."accountId" = workspace AND (l."recordId" = subject OR l."recordId" = ANY (actors))
    AND octet_length(trim(known.word)) >= 4;

  LOOP
    BEGIN
      blanked := "erase_log"(workspace, own, actors, '{}'::text[]);
      EXIT;
    EXCEPTION WHEN insufficient_privilege THEN
      -- Which one it is that does not belong to who is erased, the message says; nothing was blanked.
      other := substring(SQLERRM FROM '^The log is blanked of what belongs to whom is erased, and (.+) does not\.$');
      IF other IS NULL OR NOT other = ANY (own) THEN
        RAISE;
      END IF;
      own := array_remove(own, other);
      others := others || other;
    END;
  END LOOP;

  SELECT id INTO other FROM unnest(others) AS o(id)
  WHERE EXISTS (SELECT FROM "LogEntry" l
      WHERE l."accountId" = workspace AND l."recordId" = o.id AND (l.before IS NOT NULL OR l.after IS NOT NULL))
    AND NOT EXISTS (SELECT FROM "LogEntry" l
      WHERE l."accountId" = workspace AND l."recordId" = o.id AND concat_ws(E'\n', l.before::text, l.after::text) ILIKE ANY (patterns))
  LIMIT 1;
  IF other IS NOT NULL THEN
    RAISE 'The log is blanked of what belongs to or mentions whom is erased, and % neither belongs to nor mentions it.', other
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND "recordId" = ANY (others) AND (before IS NOT NULL OR after IS NOT NULL);
  GET DIAGNOSTICS mentioning = ROW_COUNT;
  RETURN blanked + mentioning;
END
$$;
REVOKE EXECUTE ON FUNCTION "erase_log"(int, text[], text[]) FROM PUBLIC;
