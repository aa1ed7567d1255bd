CREATE CONSTRAINT TRIGGER "Payment_total"
  AFTER INSERT OR DELETE OR UPDATE OF amount, "invoiceId", "accountId", "reversedAt", "refundedTotal", "creditedAmount" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_payment"();
