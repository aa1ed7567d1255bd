-- Returns the seller as an invoice prints it, and stores its logo, which invoices share.
CREATE OR REPLACE FUNCTION "build_seller_snapshot"(account integer, template text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  "logoHash" TEXT;
BEGIN
  INSERT INTO "SellerLogo" ("accountId", "sha256", "bytes", "mediaType", "width", "height")
  SELECT l."accountId", encode(sha256(l."bytes"), 'hex'), l."bytes", l."mediaType", l."width", l."height"
  FROM "WorkspaceLogo" l WHERE l."accountId" = account
  ON CONFLICT DO NOTHING;
  SELECT encode(sha256(l."bytes"), 'hex') INTO "logoHash" FROM "WorkspaceLogo" l WHERE l."accountId" = account;
  RETURN (
    SELECT jsonb_build_object(
      'name', w."name", 'address1', w."address1", 'address2', w."address2", 'city', w."city", 'locality', w."locality",
      'postal', w."postal", 'country', w."country", 'countryCode', w."countryCode", 'taxId', w."taxId", 'taxLabel', w."taxLabel", 'taxNumber', w."taxNumber",
      'legalId', w."legalId", 'legalIdScheme', w."legalIdScheme", 'phone', w."phone",
      'electronicAddress', w."electronicAddress", 'electronicAddressScheme', w."electronicAddressScheme",
      'contactName', w."contactName", 'contactEmail', w."contactEmail",
      'website', w."website", 'accountHolder', w."accountHolder", 'iban', w."iban", 'bic', w."bic", 'language', w."language",
      'accentColor', w."accentColor", 'pageSize', w."pageSize", 'invoiceLayout', w."invoiceLayout", 'logoPlace', w."logoPlace",
      'logo', "logoHash",
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;
