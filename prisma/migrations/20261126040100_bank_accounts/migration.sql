-- AlterTable
ALTER TABLE "Workspace" ADD COLUMN     "accountHolder" TEXT,
ADD COLUMN     "bic" TEXT,
ADD COLUMN     "iban" TEXT;
