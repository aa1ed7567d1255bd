-- A LIKE pattern for phone_digits, or null if the words are no phone number of six digits or more.
CREATE OR REPLACE FUNCTION "phone_pattern"(words text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT '%' || digits || '%' FROM (SELECT ltrim(phone_digits(words), '0') AS digits) d
  WHERE words !~ '[^0-9 +()./\u2010-\u2015-]' AND length(digits) >= 6
$$;
