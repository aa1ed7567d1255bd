-- A text without accents and in lower case, for searches. domain/record-searches does the same in TypeScript.
CREATE OR REPLACE FUNCTION "search_form"(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]+', '', 'g'), NFC)),
      'øłđðħŧıς’‘ʼ‐‑–—', 'olddhtiσ''''''----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;
