CREATE CONSTRAINT TRIGGER "check_payment_total_on_insert"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_payment_total"();
CREATE CONSTRAINT TRIGGER "check_payment_total_on_update"
  AFTER UPDATE OF "paymentTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" IS DISTINCT FROM old."paymentTotal")
  EXECUTE FUNCTION "check_payment_total"();
