-- A text without accents and in lower case, for searches. domain/record-searches does the same in TypeScript.
-- In PL/pgSQL, since PostgreSQL parses an SQL function for each write of an index: 62 µs per invoice instead of 36.
CREATE OR REPLACE FUNCTION "search_form"(words text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]+', '', 'g'), NFC)),
      'øłđðħŧıς’‘ʼ‐‑–—', 'olddhtiσ''''''----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END;
END
$$;
