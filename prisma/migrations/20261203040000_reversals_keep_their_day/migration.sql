-- AlterTable
ALTER TABLE "Payment" ADD COLUMN     "reversedOn" DATE;
