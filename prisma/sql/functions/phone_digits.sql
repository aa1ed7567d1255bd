-- The digits of a phone number, without the "(0)" of a national prefix.
CREATE OR REPLACE FUNCTION "phone_digits"(phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(phone, '[^0-9]*\(0\)|[^0-9]+', '', 'g')
$$;
