-- Trigger of "CreditNote".
CREATE OR REPLACE FUNCTION "check_invoice_of_credit_note"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_credited_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_credited_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;
