-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_refunded_total"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_refunded_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;
