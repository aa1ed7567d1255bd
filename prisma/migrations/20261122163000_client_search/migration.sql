-- Searches of clients are a part of a statement that is planned once. What begins with the caller's words is found by an
-- index whatever they are; which index finds a part of a name depends on them, so that this is planned at each call.

CREATE FUNCTION "clients_beginning"(account integer, words text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND lower(c.name) ~>=~ lower(words) AND lower(c.name) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT c.id FROM "Client" c WHERE c."accountId" = account
      AND lower(c.phone) ~>=~ lower(words) AND lower(c.phone) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.email) ~>=~ lower(words) AND lower(k.email) ~<~ (lower(words) || chr(1114111))
    UNION ALL SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
      AND lower(k.phone) ~>=~ lower(words) AND lower(k.phone) ~<~ (lower(words) || chr(1114111));
END
$$;

CREATE FUNCTION "clients_by_contact_name"(account integer, pattern text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY SELECT k."clientId" FROM "Contact" k WHERE k."accountId" = account AND NOT k.archived
    AND lower(coalesce(k."firstName", '') || ' ' || coalesce(k."lastName", '')) LIKE lower(pattern);
END
$$;
