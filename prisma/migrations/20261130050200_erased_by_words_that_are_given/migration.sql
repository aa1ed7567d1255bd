-- Beside the function for the release before, the one that takes words takes no default for them: that a migration between the two brought back.
DO $$
DECLARE
  definition text := replace(
    pg_get_functiondef('"erase_log"(int, text[], text[], text[])'::regprocedure), ' DEFAULT ''{}''::text[]', '');
BEGIN
  DROP FUNCTION "erase_log"(int, text[], text[], text[]);
  EXECUTE definition;
END
$$;
REVOKE EXECUTE ON FUNCTION "erase_log"(int, text[], text[], text[]) FROM PUBLIC;
