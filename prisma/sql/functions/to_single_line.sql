-- Writes a text in one line, without invisible characters. `toSingleLine` in platform/text does the same in TypeScript.
CREATE OR REPLACE FUNCTION "to_single_line"(line text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN line ~ '^[!-~]+( [!-~]+)*$' THEN line ELSE normalize(btrim(regexp_replace(regexp_replace(line,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+',
    '', 'g'), '[\u0009-\u000d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')), NFC) END
$$;
