-- AlterTable
ALTER TABLE "InvoiceLine" ADD COLUMN     "depositInvoiceId" TEXT;

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_depositInvoiceId_idx" ON "InvoiceLine"("accountId", "depositInvoiceId");

-- AddForeignKey
ALTER TABLE "InvoiceLine" ADD CONSTRAINT "InvoiceLine_accountId_depositInvoiceId_fkey" FOREIGN KEY ("accountId", "depositInvoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
