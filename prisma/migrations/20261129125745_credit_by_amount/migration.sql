-- AlterTable
ALTER TABLE "CreditNote" ADD COLUMN     "includeDocumentAdjustments" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "CreditNoteLine" ADD COLUMN     "amount" DECIMAL(15,4);
