-- AlterEnum
ALTER TYPE "MailKind" ADD VALUE 'CREDIT_NOTE';

-- AlterTable
ALTER TABLE "OutboxMail" ADD COLUMN     "creditNoteId" TEXT;

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_creditNoteId_idx" ON "OutboxMail"("accountId", "creditNoteId");

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
