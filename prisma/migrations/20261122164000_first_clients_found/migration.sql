-- What a search that is cut finds first by name. Words that more than a thousand clients match are looked for in the order of
-- names, where enough of them stand near the beginning mostly; otherwise all that match are found.

CREATE FUNCTION "first_clients_found"(account integer, words text, pattern text, most integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  early integer := 0;
BEGIN
  PERFORM 1 FROM (
    SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND lower(c.name) ~>=~ lower(words) AND lower(c.name) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)
  ) found OFFSET 1000 LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT c.id FROM (
      SELECT first.id, first.name, first.phone FROM "Client" first
      WHERE first."accountId" = account AND NOT first.archived ORDER BY first.name, first.id LIMIT 5000
    ) c
    WHERE lower(c.name) ^@ lower(words) OR lower(c.phone) ^@ lower(words) OR EXISTS (
      SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND k."clientId" = c.id AND NOT k.archived
        AND (lower(k.email) ^@ lower(words) OR lower(k.phone) ^@ lower(words)
          OR lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)))
    ORDER BY c.name, c.id LIMIT most;
    GET DIAGNOSTICS early = ROW_COUNT;
  END IF;
  IF early < most THEN
    RETURN QUERY SELECT "clients_beginning"(account, words) UNION ALL SELECT "clients_by_contact_name"(account, pattern);
  END IF;
END
$$;
