-- The seller as an invoice prints it. Stores the logo, which other invoices share.
CREATE OR REPLACE FUNCTION "seller_now"(account integer, template text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  kept TEXT;
BEGIN
  INSERT INTO "SellerLogo" ("accountId", "sha256", "bytes", "mediaType", "width", "height")
  SELECT l."accountId", encode(sha256(l."bytes"), 'hex'), l."bytes", l."mediaType", l."width", l."height"
  FROM "WorkspaceLogo" l WHERE l."accountId" = account
  ON CONFLICT DO NOTHING;
  SELECT encode(sha256(l."bytes"), 'hex') INTO kept FROM "WorkspaceLogo" l WHERE l."accountId" = account;
  RETURN (
    SELECT jsonb_build_object(
      'name', w."name", 'address1', w."address1", 'address2', w."address2", 'city', w."city", 'locality', w."locality",
      'postal', w."postal", 'country', w."country", 'taxId', w."taxId", 'taxLabel', w."taxLabel", 'taxNumber', w."taxNumber",
      'legalId', w."legalId", 'legalIdScheme', w."legalIdScheme", 'phone', w."phone",
      'website', w."website", 'accountHolder', w."accountHolder", 'iban', w."iban", 'bic', w."bic", 'language', w."language",
      'accentColor', w."accentColor", 'pageSize', w."pageSize", 'invoiceLayout', w."invoiceLayout", 'logoPlace', w."logoPlace",
      'logo', kept,
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;
