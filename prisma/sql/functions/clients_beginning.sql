-- Ids of clients whose name or phone begins with the words, or who have a contact whose e-mail address or phone does. Ids can repeat.
-- The generic plan uses the indexes and saves planning six branches for each call.
CREATE OR REPLACE FUNCTION "clients_beginning"(account integer, words text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  RETURN QUERY
    SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND search_form(c.name) ~>=~ search_form(words) AND search_form(c.name) ~<~ (search_form(words) || chr(1114111))
    UNION ALL SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND phone_digits(c.phone) LIKE phone_pattern(words)
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND phone_digits(k.phone) LIKE phone_pattern(words);
END
$$;
