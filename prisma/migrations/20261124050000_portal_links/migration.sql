-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "portalLinkSentAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "SignInMail" ADD COLUMN     "contactId" TEXT,
ADD COLUMN     "contactIn" INTEGER,
ADD COLUMN     "leadsTo" TEXT;

-- CreateIndex
CREATE INDEX "SignInMail_invitationHash_idx" ON "SignInMail"("invitationHash");

-- CreateIndex
CREATE INDEX "SignInMail_contactIn_createdAt_idx" ON "SignInMail"("contactIn", "createdAt");
