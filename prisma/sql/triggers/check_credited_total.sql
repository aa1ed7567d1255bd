CREATE CONSTRAINT TRIGGER "check_credited_total_on_insert"
  AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" <> 0::numeric)
  EXECUTE FUNCTION "check_credited_total"();
CREATE CONSTRAINT TRIGGER "check_credited_total_on_update"
  AFTER UPDATE OF "creditedTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new."creditedTotal" IS DISTINCT FROM old."creditedTotal")
  EXECUTE FUNCTION "check_credited_total"();
