-- Every table that has a version.
DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN SELECT a.attrelid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relkind = 'r' AND c.relnamespace = quote_ident(current_schema())::regnamespace AND a.attname = 'version' AND NOT a.attisdropped
  LOOP
    EXECUTE format('CREATE TRIGGER raise_version BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION "raise_version"()', target);
  END LOOP;
END
$$;
