-- AlterTable
ALTER TABLE "CreditNoteLine" ALTER COLUMN "quantity" SET DATA TYPE DECIMAL(21,12);

-- AlterTable
ALTER TABLE "InvoiceLine" ALTER COLUMN "quantity" SET DATA TYPE DECIMAL(21,12);
