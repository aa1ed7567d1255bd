CREATE CONSTRAINT TRIGGER "Invoice_inserted_total"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_invoice"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_total"
  AFTER UPDATE OF "paymentTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."paymentTotal" IS DISTINCT FROM old."paymentTotal")
  EXECUTE FUNCTION "check_invoice"();
