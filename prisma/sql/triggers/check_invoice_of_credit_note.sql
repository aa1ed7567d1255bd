CREATE CONSTRAINT TRIGGER "check_invoice_of_credit_note"
  AFTER INSERT OR DELETE OR UPDATE OF total, "invoiceId", "accountId" ON "CreditNote" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_invoice_of_credit_note"();
