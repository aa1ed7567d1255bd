-- Trigger of "Invoice": nothing is due on a voided or written-off invoice.
CREATE OR REPLACE FUNCTION "clear_amount_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW."amountDue" := 0;
  RETURN NEW;
END
$$;
