-- Payments are searched by their references and expenses by the numbers of their bills, which had no index.
CREATE INDEX "Payment_accountId_referenceNumber_idx" ON "Payment" ("accountId", "referenceNumber") WHERE "referenceNumber" IS NOT NULL;
CREATE INDEX "Expense_accountId_billNo_idx" ON "Expense" ("accountId", "billNo") WHERE "billNo" IS NOT NULL;
