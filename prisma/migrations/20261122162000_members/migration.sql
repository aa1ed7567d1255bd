-- Who a project is assigned to as a whole.
CREATE TABLE "ProjectMember" (
    "accountId" INTEGER NOT NULL,
    "projectId" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ProjectMember_pkey" PRIMARY KEY ("accountId","projectId","userId")
);

-- CreateIndex
CREATE INDEX "ProjectMember_accountId_userId_idx" ON "ProjectMember"("accountId", "userId");

-- AddForeignKey
ALTER TABLE "ProjectMember" ADD CONSTRAINT "ProjectMember_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProjectMember" ADD CONSTRAINT "ProjectMember_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "ProjectMember" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- Whom a project is assigned to is part of it.
CREATE TRIGGER tell_created AFTER INSERT ON "ProjectMember" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Project', 'projectId', '');
CREATE TRIGGER tell_deleted AFTER DELETE ON "ProjectMember" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Project', 'projectId', '');

-- Who entered an expense: nobody, of those that are there.
ALTER TABLE "Expense" ADD COLUMN "userId" INTEGER;

-- CreateIndex
CREATE INDEX "Expense_accountId_userId_id_idx" ON "Expense"("accountId", "userId", "id");

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_accountId_userId_fkey" FOREIGN KEY ("accountId", "userId") REFERENCES "User"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- History names persons who signed in.
ALTER TYPE "InvoiceEventActor" ADD VALUE 'PERSON' AFTER 'KEY';
ALTER TABLE "InvoiceEvent" ADD COLUMN "personName" TEXT;
