-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "servicePeriodEnd" DATE,
ADD COLUMN     "servicePeriodStart" DATE,
ADD COLUMN     "supplyDate" DATE;
