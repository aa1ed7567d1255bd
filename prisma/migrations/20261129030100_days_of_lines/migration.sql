-- AlterTable
ALTER TABLE "InvoiceLine" ADD COLUMN     "servicePeriodEnd" DATE,
ADD COLUMN     "servicePeriodStart" DATE;
