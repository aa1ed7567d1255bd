-- The service may add to the log that somebody is erased. So this function looks whether that one is: the client is marked or gone, the
-- contact is gone. It takes no names of others out: of those who acted only contacts that are no more, and neither users nor keys.
CREATE OR REPLACE FUNCTION "erase_log"(workspace int, records text[], actors text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  subject record;
  blanked bigint;
  named bigint;
BEGIN
  SELECT l."recordType" AS type, l."recordId" AS id INTO subject FROM "LogEntry" l
  WHERE l."accountId" = workspace AND l.kind = 'ERASED' AND l."recordId" = ANY (records)
    AND l.transaction = (pg_current_xact_id()::text)::bigint
  ORDER BY l.place DESC LIMIT 1;
  IF subject.id IS NULL THEN
    RAISE 'The log is blanked by a transaction that tells whom of the workspace it erases.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF subject.type NOT IN ('Client', 'Contact')
    OR subject.type = 'Client' AND EXISTS (
      SELECT FROM "Client" c WHERE c."accountId" = workspace AND c.id = subject.id AND c."erasedAt" IS NULL)
    OR subject.type = 'Contact' AND EXISTS (
      SELECT FROM "Contact" c WHERE c."accountId" = workspace AND c.id = subject.id)
  THEN
    RAISE 'The log is blanked when who it is about is erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM unnest(actors) AS a(id) WHERE a.id NOT LIKE 'con\_%')
    OR EXISTS (SELECT FROM "Contact" c WHERE c."accountId" = workspace AND c.id = ANY (actors))
  THEN
    RAISE 'Of those who acted, the log forgets contacts that are erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND "recordId" = ANY (records) AND (before IS NOT NULL OR after IS NOT NULL);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  UPDATE "LogEntry" SET "actorName" = NULL, address = NULL
  WHERE "accountId" = workspace AND "actorKind" = 'CONTACT' AND "actorId" = ANY (actors)
    AND ("actorName" IS NOT NULL OR address IS NOT NULL);
  GET DIAGNOSTICS named = ROW_COUNT;
  RETURN blanked + named;
END
$$;
