-- Trigger of "Refund".
CREATE OR REPLACE FUNCTION "check_payment_of_refund"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_refunded_total"(NEW."accountId", NEW."paymentId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_refunded_total"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;
