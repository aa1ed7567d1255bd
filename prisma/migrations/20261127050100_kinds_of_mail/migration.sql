-- CreateEnum
CREATE TYPE "MailKind" AS ENUM ('INVOICE', 'RECEIPT', 'CANCELLATION');

-- AlterEnum
ALTER TYPE "InvoiceEventKind" ADD VALUE 'NOTICE_SENT';

-- AlterTable
ALTER TABLE "EmailTemplate" ADD COLUMN     "kind" "MailKind" NOT NULL DEFAULT 'INVOICE';

-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "kind" "MailKind" NOT NULL DEFAULT 'INVOICE';

-- Each kind has a default template of its own.
DROP INDEX "EmailTemplate_default_key";
CREATE UNIQUE INDEX "EmailTemplate_default_key" ON "EmailTemplate" ("accountId", "kind") WHERE "isDefault";
