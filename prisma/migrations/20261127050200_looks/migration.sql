-- CreateEnum
CREATE TYPE "PageSize" AS ENUM ('A4', 'LETTER');

-- CreateEnum
CREATE TYPE "InvoiceLayout" AS ENUM ('STANDARD', 'WINDOW');

-- CreateEnum
CREATE TYPE "LogoPlace" AS ENUM ('LEFT', 'RIGHT');

-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "invoiceLayout" "InvoiceLayout" NOT NULL DEFAULT 'STANDARD',
ADD COLUMN     "logoPlace" "LogoPlace" NOT NULL DEFAULT 'LEFT',
ADD COLUMN     "pageSize" "PageSize" NOT NULL DEFAULT 'A4';

-- How an invoice looks is kept with its seller as well: its file is made when somebody wants it first.
CREATE OR REPLACE FUNCTION "seller_now"(account INTEGER, template TEXT) RETURNS JSONB LANGUAGE plpgsql AS $$
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
      'postal', w."postal", 'country', w."country", 'taxId', w."taxId", 'taxLabel', w."taxLabel", 'phone', w."phone",
      'website', w."website", 'accountHolder', w."accountHolder", 'iban', w."iban", 'bic', w."bic", 'language', w."language",
      'accentColor', w."accentColor", 'pageSize', w."pageSize", 'invoiceLayout', w."invoiceLayout", 'logoPlace', w."logoPlace",
      'logo', kept,
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;
