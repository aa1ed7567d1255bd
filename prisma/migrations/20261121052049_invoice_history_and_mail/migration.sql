-- CreateEnum
CREATE TYPE "InvoiceEventKind" AS ENUM ('CREATED', 'EDITED', 'SENT', 'MARKED_SENT', 'MAIL_SENT', 'MAIL_FAILED', 'VIEWED', 'PAYMENT_APPLIED', 'VOIDED', 'WRITTEN_OFF', 'LINK_RENEWED', 'LINK_REVOKED');

-- CreateEnum
CREATE TYPE "InvoiceEventActor" AS ENUM ('KEY', 'CUSTOMER', 'SERVICE');

-- AlterEnum
ALTER TYPE "OutboxMailStatus" ADD VALUE 'QUEUED';
ALTER TYPE "OutboxMailStatus" ADD VALUE 'SENDING';
ALTER TYPE "OutboxMailStatus" ADD VALUE 'SENT';
ALTER TYPE "OutboxMailStatus" ADD VALUE 'FAILED';
ALTER TYPE "OutboxMailStatus" ADD VALUE 'UNCONFIRMED';

-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "firstViewedAt" TIMESTAMPTZ(3),
ALTER COLUMN "viewToken" DROP NOT NULL;

-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "html" TEXT,
ADD COLUMN     "lastError" TEXT,
ADD COLUMN     "messageId" TEXT,
ADD COLUMN     "nextAttemptAt" TIMESTAMPTZ(3),
ADD COLUMN     "replyTo" TEXT,
ADD COLUMN     "sentAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "InvoiceEvent" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "kind" "InvoiceEventKind" NOT NULL,
    "fromStatus" "InvoiceStatus",
    "toStatus" "InvoiceStatus",
    "actor" "InvoiceEventActor" NOT NULL,
    "keyName" TEXT,
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "InvoiceEvent_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "InvoiceEvent_accountId_invoiceId_id_idx" ON "InvoiceEvent"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_viewToken_key" ON "Invoice"("accountId", "viewToken");

-- AddForeignKey
ALTER TABLE "InvoiceEvent" ADD CONSTRAINT "InvoiceEvent_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "InvoiceEvent" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('InvoiceEvent');
