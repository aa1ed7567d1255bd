CREATE TRIGGER clear_amount_due
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status = ANY (ARRAY['VOIDED'::"InvoiceStatus", 'WRITE_OFF'::"InvoiceStatus"]))
  EXECUTE FUNCTION "clear_amount_due"();
