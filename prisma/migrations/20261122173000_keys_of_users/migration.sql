-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "madeByUserId" INTEGER;

-- CreateIndex
CREATE INDEX "ApiKey_accountId_madeByUserId_idx" ON "ApiKey"("accountId", "madeByUserId");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_madeByUserId_fkey" FOREIGN KEY ("accountId", "madeByUserId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
