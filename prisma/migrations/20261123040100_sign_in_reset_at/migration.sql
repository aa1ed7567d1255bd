-- AlterTable
ALTER TABLE "Person" ADD COLUMN     "resetAt" TIMESTAMPTZ(3);
