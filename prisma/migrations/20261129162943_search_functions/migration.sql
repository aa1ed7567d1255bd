DROP INDEX "Client_customValues_idx";

DROP INDEX "Contact_customValues_idx";

DROP INDEX "Deliverable_customValues_idx";

DROP INDEX "Opportunity_customValues_idx";

DROP INDEX "Project_customValues_idx";

-- The entries of the indexes on custom values: texts by their hash, days and numbers by prefixes of their digits.
-- A range of days or numbers is covered by a few prefixes. query/custom-value-keys.ts finds them.
-- In PL/pgSQL, since PostgreSQL parses an SQL function for each write of an index: 75 µs for a record without values instead of 5.
CREATE OR REPLACE FUNCTION "custom_value_keys"(stored jsonb) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(field.id || entry.suffix), '{}')
  FROM (SELECT value.key AS id, value.value #>> '{}' AS words FROM jsonb_each(stored) value) field,
    LATERAL (SELECT CASE WHEN length(field.words) <= 400 AND field.words ~ '^-?\d+(\.\d+)?$' THEN field.words::numeric END AS number,
      CASE WHEN field.words ~ '^\d{4}-\d\d-\d\d' THEN translate(left(field.words, 10), '-', '') END AS day) typed,
    LATERAL (SELECT abs(typed.number)::text AS size, split_part(abs(typed.number)::text, '.', 2) AS fraction) plain,
    LATERAL (SELECT rpad(left(ltrim(replace(size, '.', ''), '0'), 3), 3, '0') AS mantissa, 50 +
      CASE WHEN size LIKE '0%' THEN length(ltrim(fraction, '0')) - length(fraction) - 1
        ELSE length(split_part(size, '.', 1)) - 1 END AS place) parts,
    LATERAL (SELECT CASE WHEN place < 0 THEN '00000' WHEN place > 99 THEN '99999'
      ELSE lpad(place::text, 2, '0') || mantissa END AS digits) bounded,
    LATERAL (SELECT CASE sign(typed.number) WHEN 0 THEN '100000' WHEN 1 THEN '2' || digits
      ELSE '0' || translate(digits, '0123456789', '9876543210') END AS code) coded,
    LATERAL (SELECT '=' || md5(lower(field.words)) WHERE field.words IS NOT NULL
      UNION ALL SELECT '@' || left(typed.day, length) FROM generate_series(1, 8) length WHERE typed.day IS NOT NULL
      UNION ALL SELECT '#' || left(coded.code, length) FROM generate_series(1, 6) length WHERE typed.number IS NOT NULL
    ) entry(suffix));
END
$$;

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

CREATE INDEX "Client_customValues_idx" ON "Client" USING gin ((
CASE
    WHEN ("customValues" <> '{}'::jsonb) THEN custom_value_keys("customValues")
    ELSE NULL::text[]
END)) WITH (gin_pending_list_limit='1024');

CREATE INDEX "Contact_customValues_idx" ON "Contact" USING gin ((
CASE
    WHEN ("customValues" <> '{}'::jsonb) THEN custom_value_keys("customValues")
    ELSE NULL::text[]
END)) WITH (gin_pending_list_limit='1024');

CREATE INDEX "Deliverable_customValues_idx" ON "Deliverable" USING gin ((
CASE
    WHEN ("customValues" <> '{}'::jsonb) THEN custom_value_keys("customValues")
    ELSE NULL::text[]
END)) WITH (gin_pending_list_limit='1024');

CREATE INDEX "Opportunity_customValues_idx" ON "Opportunity" USING gin ((
CASE
    WHEN ("customValues" <> '{}'::jsonb) THEN custom_value_keys("customValues")
    ELSE NULL::text[]
END)) WITH (gin_pending_list_limit='1024');

CREATE INDEX "Project_customValues_idx" ON "Project" USING gin ((
CASE
    WHEN ("customValues" <> '{}'::jsonb) THEN custom_value_keys("customValues")
    ELSE NULL::text[]
END)) WITH (gin_pending_list_limit='1024');
