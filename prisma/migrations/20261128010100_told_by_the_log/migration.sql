-- Who follows a workspace is told what its log has, and the log has all that the service writes. No trigger looks at all rows of a
-- statement any more; SQL by hand is told where it writes the log as well.
DO $$
DECLARE
  told record;
BEGIN
  FOR told IN
    SELECT t.tgname AS name, t.tgrelid::regclass AS of_table
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.oid IN (to_regproc('"tell_changes"'), to_regproc('"tell_changes_of_keys"'))
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', told.name, told.of_table);
  END LOOP;
END
$$;

DROP FUNCTION "tell_changes_of"(text, text, text);
DROP FUNCTION "tell_changes_of_keys"();
DROP FUNCTION "tell_changes"();
DROP FUNCTION "tell"(integer, text, text[]);
