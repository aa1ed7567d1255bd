-- Trigger of "Payment".
CREATE OR REPLACE FUNCTION "check_invoice_of_payment"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;
