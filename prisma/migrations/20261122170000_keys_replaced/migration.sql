-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "replacedById" TEXT;

-- CreateIndex
CREATE INDEX "ApiKey_accountId_replacedById_idx" ON "ApiKey"("accountId", "replacedById");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_replacedById_fkey" FOREIGN KEY ("accountId", "replacedById") REFERENCES "ApiKey"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
