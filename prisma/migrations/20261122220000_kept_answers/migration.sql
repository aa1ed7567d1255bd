-- CreateTable
CREATE TABLE "KeptAnswer" (
    "accountId" INTEGER NOT NULL,
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "inputHash" TEXT NOT NULL,
    "answer" TEXT,
    "written" JSONB,
    "rights" INTEGER NOT NULL,
    "needed" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "KeptAnswer_pkey" PRIMARY KEY ("accountId","caller","key")
);

-- CreateIndex
CREATE INDEX "KeptAnswer_createdAt_idx" ON "KeptAnswer" USING BRIN ("createdAt");

-- AddForeignKey
ALTER TABLE "KeptAnswer" ADD CONSTRAINT "KeptAnswer_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "KeptAnswer" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
