-- Trigger of "ClientCredit".
CREATE OR REPLACE FUNCTION "check_client_credit"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_credit"(NEW."accountId", NEW."paymentId");
    PERFORM "assert_client_credit"(NEW."accountId", NEW."clientId", NEW."currency");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_credit"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;
