-- Trigger of "Invoice".
CREATE OR REPLACE FUNCTION "check_payment_total"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;
