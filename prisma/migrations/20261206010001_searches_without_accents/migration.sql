-- Searches ignore accents and find telephone numbers by their digits. See docs/decisions/0112-searches-without-accents.md.

-- A text as searches compare it: no letter case, no accents, letters without a decomposition as their base letters. It is no STRICT function, and
-- calls none of ours: PostgreSQL makes its body a part of the statement, and indexes can be built with any search_path.
CREATE FUNCTION "search_form"(words TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]+', '', 'g'), NFC)),
      'øłđðħŧıς’‘ʼ‐‑–—', 'olddhtiσ''''''----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;

-- The digits of a telephone number, without the "(0)" that is not dialled from abroad.
CREATE FUNCTION "phone_digits"(phone TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '[^0-9]*\(0\)|[^0-9]+', '', 'g')
$$;

-- The LIKE pattern for the digits of telephone numbers; NULL for words that are no number, or a short one. Zeros at the beginning are left out: numbers
-- with a country code have none there.
CREATE FUNCTION "phone_pattern"(words TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || digits || '%' FROM (SELECT ltrim(phone_digits(words), '0') AS digits) d
  WHERE words !~ '[^0-9 +()./\u2010-\u2015-]' AND length(digits) >= 6
$$;

CREATE INDEX "Client_search_form_idx" ON "Client" ("accountId", "search_form"("name") text_pattern_ops);
CREATE INDEX "Client_phone_digits_idx" ON "Client" USING gin ("accountId", "phone_digits"("phone") gin_trgm_ops)
  WITH (gin_pending_list_limit = 1024);
DROP INDEX "Contact_search_text_idx";
CREATE INDEX "Contact_search_text_idx" ON "Contact" USING gin (
  "accountId",
  "search_form"(coalesce("firstName", '') || ' ' || coalesce("lastName", '')) gin_trgm_ops,
  lower("email") gin_trgm_ops,
  "phone_digits"("phone") gin_trgm_ops,
  "phone_digits"("mobile") gin_trgm_ops
) WITH (gin_pending_list_limit = 1024);

-- As in the migrations client_search and first_clients_found, with the new expressions. The release before calls them too.
CREATE OR REPLACE FUNCTION "clients_beginning"(account integer, words text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_generic_plan AS $$
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

-- A part of a name of one or two characters is in no trigram, so that each row is compared: by letter case alone, which costs a twentieth of "search_form".
CREATE OR REPLACE FUNCTION "clients_by_contact_name"(account integer, pattern text) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_custom_plan AS $$
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

CREATE OR REPLACE FUNCTION "first_clients_found"(account integer, words text, pattern text, most integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE ROWS 20 SET plan_cache_mode = force_custom_plan AS $$
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
