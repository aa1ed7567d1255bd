-- AlterTable
ALTER TABLE "Deliverable" ADD COLUMN     "invoiceLineId" TEXT;

-- AlterTable
ALTER TABLE "Expense" ADD COLUMN     "invoiceLineId" TEXT;

-- AlterTable
ALTER TABLE "TimeEntry" ADD COLUMN     "invoiceLineId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "InvoiceLine_accountId_invoiceId_id_key" ON "InvoiceLine"("accountId", "invoiceId", "id");

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_invoiceId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "invoiceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_accountId_invoiceId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "invoiceId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a line charges, its invoice charges.
ALTER TABLE "TimeEntry" ADD CONSTRAINT "TimeEntry_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL);
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL);
ALTER TABLE "Deliverable" ADD CONSTRAINT "Deliverable_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL);
