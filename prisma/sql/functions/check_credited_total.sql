-- Trigger of "Invoice".
CREATE OR REPLACE FUNCTION "check_credited_total"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_credited_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;
