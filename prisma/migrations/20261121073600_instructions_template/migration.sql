-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "instructionsTemplate" TEXT;
