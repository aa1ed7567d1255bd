CREATE CONSTRAINT TRIGGER "check_invoice_of_payment"
  AFTER INSERT OR DELETE OR UPDATE OF amount, "invoiceId", "accountId", "reversedAt", "refundedTotal", "creditedAmount" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_invoice_of_payment"();
