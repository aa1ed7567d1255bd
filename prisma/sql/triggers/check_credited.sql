CREATE CONSTRAINT TRIGGER "Invoice_inserted_credited"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_credited"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_credited"
  AFTER UPDATE OF "creditedTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" IS DISTINCT FROM old."creditedTotal")
  EXECUTE FUNCTION "check_credited"();
