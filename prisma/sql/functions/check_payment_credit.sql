-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_payment_credit"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_credit"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;
