CREATE TRIGGER owe_nothing
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status = ANY (ARRAY['VOIDED'::"InvoiceStatus", 'WRITE_OFF'::"InvoiceStatus"]))
  EXECUTE FUNCTION "owe_nothing"();
