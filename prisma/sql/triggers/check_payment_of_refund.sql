CREATE CONSTRAINT TRIGGER "check_payment_of_refund"
  AFTER INSERT OR DELETE OR UPDATE OF amount, "paymentId", "accountId" ON "Refund" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION "check_payment_of_refund"();
