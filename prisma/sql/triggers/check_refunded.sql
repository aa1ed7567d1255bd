CREATE CONSTRAINT TRIGGER "Payment_inserted_refunded"
  AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_refunded"();
CREATE CONSTRAINT TRIGGER "Payment_updated_refunded"
  AFTER UPDATE OF "refundedTotal" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" IS DISTINCT FROM old."refundedTotal")
  EXECUTE FUNCTION "check_refunded"();
