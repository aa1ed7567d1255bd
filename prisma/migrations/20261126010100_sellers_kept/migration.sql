-- What an issued invoice says of its seller is kept with it, and so is the file in which it was issued: a workspace that moves
-- changes no invoice that is out.
ALTER TABLE "Invoice"
  ADD COLUMN "dateIssued" DATE,
  ADD COLUMN "sellerInfo" JSONB,
  ADD CONSTRAINT "Invoice_sellerInfo_object" CHECK (jsonb_typeof("sellerInfo") = 'object');

CREATE TABLE "SellerLogo" (
    "accountId" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "mediaType" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SellerLogo_pkey" PRIMARY KEY ("accountId", "sha256"),
    CONSTRAINT "SellerLogo_mediaType_known" CHECK ("mediaType" IN ('image/png', 'image/jpeg')),
    CONSTRAINT "SellerLogo_sha256_is_that_of_bytes" CHECK ("sha256" = encode(sha256("bytes"), 'hex'))
);
ALTER TABLE "SellerLogo" ADD CONSTRAINT "SellerLogo_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "SellerLogo" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
CREATE TRIGGER raise_version BEFORE UPDATE ON "SellerLogo" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

CREATE TABLE "IssuedDocument" (
    "accountId" INTEGER NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "mediaType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IssuedDocument_pkey" PRIMARY KEY ("accountId", "invoiceId"),
    CONSTRAINT "IssuedDocument_size_is_that_of_bytes" CHECK ("size" = octet_length("bytes")),
    CONSTRAINT "IssuedDocument_sha256_is_that_of_bytes" CHECK ("sha256" = encode(sha256("bytes"), 'hex'))
);
ALTER TABLE "IssuedDocument" ADD CONSTRAINT "IssuedDocument_accountId_fkey"
  FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "IssuedDocument" ADD CONSTRAINT "IssuedDocument_accountId_invoiceId_fkey"
  FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
-- Most of a PDF is compressed already.
ALTER TABLE "IssuedDocument" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
CREATE TRIGGER raise_version BEFORE UPDATE ON "IssuedDocument" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- The seller as it is now, for an invoice that is made from a template. Keeps the logo as well.
CREATE FUNCTION "seller_now"(account INTEGER, template TEXT) RETURNS JSONB LANGUAGE plpgsql AS $$
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
      'website', w."website", 'logo', kept,
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;

-- By a trigger, so that it holds by whatever way an invoice leaves DRAFT, and is one: a mail, a mark, a payment, a deposit.
-- One that was voided as a draft was never issued; what is shown of it stays all the same.
CREATE FUNCTION "keep_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."sellerInfo" := "seller_now"(NEW."accountId", NEW."invoiceTemplateId") || '{"keptBy": "ISSUE"}';
  IF NEW."status" <> 'VOIDED' OR NEW."dateSent" IS NOT NULL THEN
    NEW."dateIssued" := coalesce(NEW."dateIssued", NEW."dateSent", (
      SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date FROM "Workspace" w WHERE w."accountId" = NEW."accountId"
    ));
  END IF;
  RETURN NEW;
END
$$;

-- Invoices that were issued before: the workspace as it is on this day is what they have said so far, and is said to be of this day.
-- That moves no version and is told to nobody, as nothing that anybody saw changes.
ALTER TABLE "Invoice" DISABLE TRIGGER USER;
WITH told AS (
  SELECT "accountId", "invoiceTemplateId", "seller_now"("accountId", "invoiceTemplateId") || '{"keptBy": "MIGRATION"}' AS seller
  FROM "Invoice" WHERE "status" <> 'DRAFT' GROUP BY 1, 2
)
UPDATE "Invoice" i SET "sellerInfo" = told.seller,
  "dateIssued" = CASE WHEN i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL THEN i."dateCreated" END
FROM told
WHERE told."accountId" = i."accountId" AND told."invoiceTemplateId" IS NOT DISTINCT FROM i."invoiceTemplateId"
  AND i."status" <> 'DRAFT';
ALTER TABLE "Invoice" ENABLE TRIGGER USER;

ALTER TABLE "InvoiceEvent" DISABLE TRIGGER USER;
INSERT INTO "InvoiceEvent" ("accountId", "id", "invoiceId", "kind", "actor", "note")
SELECT "accountId",
  'ive_' || lpad(to_hex((extract(epoch FROM transaction_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(md5("id" || "accountId"), 1, 3) || '8' || substr(md5("accountId" || "id" || 'kept'), 1, 15),
  "id", 'SELLER_KEPT', 'SERVICE',
  'Issued before this release: name and address of the seller are kept as they were on ' || to_char(transaction_timestamp(), 'YYYY-MM-DD')
FROM "Invoice" WHERE "sellerInfo" IS NOT NULL;
ALTER TABLE "InvoiceEvent" ENABLE TRIGGER USER;

CREATE TRIGGER keep_seller BEFORE INSERT OR UPDATE ON "Invoice" FOR EACH ROW
  WHEN (NEW."status" <> 'DRAFT' AND NEW."sellerInfo" IS NULL) EXECUTE FUNCTION "keep_seller"();
