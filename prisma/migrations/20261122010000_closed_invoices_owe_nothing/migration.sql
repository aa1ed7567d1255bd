-- What was open on an invoice that is voided or written off is due no more: whoever sums amountDue up, filters or orders by
-- it reads what is still to be paid. What was given up is total - paymentTotal.
ALTER TABLE "Invoice" DROP CONSTRAINT "Invoice_amountDue_is_difference";

-- By a trigger, so that it holds whoever closes an invoice.
CREATE FUNCTION "owe_nothing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."amountDue" := 0;
  RETURN NEW;
END
$$;

CREATE TRIGGER owe_nothing BEFORE INSERT OR UPDATE ON "Invoice" FOR EACH ROW
  WHEN (NEW."status" IN ('VOIDED', 'WRITE_OFF')) EXECUTE FUNCTION "owe_nothing"();

UPDATE "Invoice" SET "amountDue" = 0 WHERE "status" IN ('VOIDED', 'WRITE_OFF') AND "amountDue" <> 0;

ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_amountDue_is_difference" CHECK (
  "amountDue" = CASE WHEN "status" IN ('VOIDED', 'WRITE_OFF') THEN 0 ELSE "total" - "paymentTotal" END
);
