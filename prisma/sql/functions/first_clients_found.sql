-- Ids of clients that a search finds. If more than 1,000 rows match, the first 5,000 clients in the order of names are searched, which is faster than
-- sorting all matches.
CREATE OR REPLACE FUNCTION "first_clients_found"(account integer, words text, pattern text, most integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_custom_plan' AS $$
DECLARE
  early integer := 0;
  is_short boolean := length(pattern) < 5;
BEGIN
  PERFORM 1 FROM (
    SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND search_form(c.name) ~>=~ search_form(words) AND search_form(c.name) ~<~ (search_form(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Client" c WHERE c."accountId" = account
      AND phone_digits(c.phone) LIKE phone_pattern(words)
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND phone_digits(k.phone) LIKE phone_pattern(words)
    UNION ALL SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND CASE WHEN is_short THEN lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)
        ELSE search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern) END
  ) found OFFSET 1000 LIMIT 1;
  IF FOUND THEN
    RETURN QUERY SELECT c.id FROM (
      SELECT first.id, first.name, first.phone FROM "Client" first
      WHERE first."accountId" = account AND NOT first.archived ORDER BY first.name, first.id LIMIT 5000
    ) c
    WHERE search_form(c.name) ^@ search_form(words) OR lower(c.phone) ^@ lower(words)
      OR phone_digits(c.phone) LIKE phone_pattern(words) OR EXISTS (
      SELECT 1 FROM "Contact" k WHERE k."accountId" = account AND k."clientId" = c.id AND NOT k.archived
        AND (lower(k.email) ^@ lower(words) OR lower(k.phone) ^@ lower(words)
          OR phone_digits(k.phone) LIKE phone_pattern(words)
          OR CASE WHEN is_short THEN lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern)
            ELSE search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern) END))
    ORDER BY c.name, c.id LIMIT most;
    GET DIAGNOSTICS early = ROW_COUNT;
  END IF;
  IF early < most THEN
    RETURN QUERY SELECT "clients_beginning"(account, words) UNION ALL SELECT "clients_by_contact_name"(account, pattern);
  END IF;
END
$$;
