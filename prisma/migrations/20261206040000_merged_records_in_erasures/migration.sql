-- An erasure blanks the log of records that were merged into those that it erases, too: their notes, and what belonged to them.
DO $$
DECLARE
  definition text := pg_get_functiondef('"erase_log"(int, text[], text[], text[])'::regprocedure);
  place record;
BEGIN
  FOR place IN
    SELECT * FROM (VALUES
      (E'\n  isThere boolean;', E'\n  isThere boolean;\n  merged text[];'),
      (E'\n  -- As the words stand in JSON.',
        E'\n  SELECT coalesce(array_agg(DISTINCT m.record ->> ''id''), ''{}'') INTO merged'
        || E'\n  FROM "LogEntry" l CROSS JOIN LATERAL jsonb_array_elements(l.after -> ''mergedRecords'') AS m(record)'
        || E'\n  WHERE l."accountId" = workspace AND l."recordId" = ANY (records) AND l."recordType" IN (''Client'', ''Contact'');'
        || E'\n\n  -- As the words stand in JSON.'),
      ('"recordId" = ANY (records)' || E'\n    OR ARRAY', '"recordId" = ANY (records || merged)' || E'\n    OR ARRAY'),
      ('(ARRAY[subject.id] || actors)', '(ARRAY[subject.id] || actors || merged)'),
      ('"actorId" = ANY (actors)', '"actorId" = ANY (actors || merged)')
    ) AS p (given, wanted)
  LOOP
    IF position(place.given IN definition) = 0 THEN
      RAISE 'The function erase_log has no %.', place.given;
    END IF;
    definition := replace(definition, place.given, place.wanted);
  END LOOP;
  EXECUTE definition;
END
$$;
