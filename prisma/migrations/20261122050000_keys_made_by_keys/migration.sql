-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "madeById" TEXT;

-- CreateIndex
CREATE INDEX "ApiKey_accountId_madeById_idx" ON "ApiKey"("accountId", "madeById");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_madeById_fkey" FOREIGN KEY ("accountId", "madeById") REFERENCES "ApiKey"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
