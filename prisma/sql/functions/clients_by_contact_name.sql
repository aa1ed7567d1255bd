-- Ids of clients with a contact whose name matches a LIKE pattern. A pattern of three letters or fewer matches without regard to accents only if it
-- is written without them: the trigram index needs longer words.
CREATE OR REPLACE FUNCTION "clients_by_contact_name"(account integer, pattern text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode TO 'force_custom_plan' AS $$
BEGIN
  IF length(pattern) > 4 THEN
    RETURN QUERY SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND search_form(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE search_form(pattern);
  ELSE
    RETURN QUERY SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern);
  END IF;
END
$$;
