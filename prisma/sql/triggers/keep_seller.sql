CREATE TRIGGER keep_seller
  BEFORE INSERT OR UPDATE ON "Invoice"
  FOR EACH ROW WHEN (new.status <> 'DRAFT'::"InvoiceStatus" AND new."sellerInfo" IS NULL)
  EXECUTE FUNCTION "keep_seller"();
