-- CreateEnum
CREATE TYPE "LineRole" AS ENUM ('ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE', 'ALLOWANCE', 'CHARGE', 'WITHHOLDING', 'PREPAID', 'ROUNDING');

-- CreateEnum
CREATE TYPE "TaxCategory" AS ENUM ('STANDARD', 'REDUCED', 'ZERO', 'EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE');

-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "buyerReference" TEXT,
ADD COLUMN     "orderNumber" TEXT,
ADD COLUMN     "prepaidAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
ADD COLUMN     "roundTo" DECIMAL(15,4),
ADD COLUMN     "roundingAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
ADD COLUMN     "taxCategory" "TaxCategory",
ADD COLUMN     "taxInclusive" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "taxReason" TEXT,
ADD COLUMN     "usualTax" JSONB,
ADD COLUMN     "withholdingAmount" DECIMAL(15,4) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "InvoiceLine" ADD COLUMN     "baseQuantity" DECIMAL(15,6),
ADD COLUMN     "ownTax" JSONB,
ADD COLUMN     "percent" DECIMAL(9,6),
ADD COLUMN     "price" DECIMAL(15,6),
ADD COLUMN     "role" "LineRole" NOT NULL DEFAULT 'ITEM',
ADD COLUMN     "taxCategory" "TaxCategory",
ADD COLUMN     "taxRate" DECIMAL(9,6),
ADD COLUMN     "taxReason" TEXT,
ALTER COLUMN "unitPrice" SET DATA TYPE DECIMAL(24,12);

-- AlterTable
ALTER TABLE "InvoiceTaxLine" ADD COLUMN     "category" "TaxCategory",
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "taxGroup" INTEGER NOT NULL DEFAULT 1;

-- JSON's null is not a value here.
ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_usualTax_object" CHECK (jsonb_typeof("usualTax") = 'object'),
  ADD CONSTRAINT "Invoice_roundTo_range" CHECK ("roundTo" > 0);
ALTER TABLE "InvoiceLine"
  ADD CONSTRAINT "InvoiceLine_ownTax_object" CHECK (jsonb_typeof("ownTax") = 'object'),
  ADD CONSTRAINT "InvoiceLine_baseQuantity_range" CHECK ("baseQuantity" > 0),
  ADD CONSTRAINT "InvoiceLine_percent_range" CHECK ("percent" BETWEEN 0 AND 100),
  -- Nothing that is settled below the taxes is taxed.
  ADD CONSTRAINT "InvoiceLine_settlement_is_untaxed" CHECK (
    "role" NOT IN ('WITHHOLDING', 'PREPAID', 'ROUNDING') OR (NOT "taxable" AND "taxRate" IS NULL AND "ownTax" IS NULL)
  );
ALTER TABLE "InvoiceTaxLine" ADD CONSTRAINT "InvoiceTaxLine_taxGroup_range" CHECK ("taxGroup" >= 1);
