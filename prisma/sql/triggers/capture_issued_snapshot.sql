CREATE TRIGGER capture_issued_snapshot
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status <> 'DRAFT'::"InvoiceStatus" AND new."sellerInfo" IS NULL)
  EXECUTE FUNCTION "capture_issued_snapshot"();
