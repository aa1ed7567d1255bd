CREATE CONSTRAINT TRIGGER "check_refunded_total_on_insert"
  AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_refunded_total"();
CREATE CONSTRAINT TRIGGER "check_refunded_total_on_update"
  AFTER UPDATE OF "refundedTotal" ON "Payment" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."refundedTotal" IS DISTINCT FROM old."refundedTotal")
  EXECUTE FUNCTION "check_refunded_total"();
