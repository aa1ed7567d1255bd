-- A number without invisible characters, in one Unicode form. Two numbers that look the same have the same value.
CREATE OR REPLACE FUNCTION "number_look"(number text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(regexp_replace(number,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]+',
    '', 'g'), NFKC)
$$;
