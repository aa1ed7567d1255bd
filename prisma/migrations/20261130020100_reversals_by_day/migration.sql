-- Cash figures count a payment that was taken back on the day on which that was done: they are found by it.
CREATE INDEX "Payment_accountId_reversedAt_idx" ON "Payment" ("accountId", "reversedAt") WHERE "reversedAt" IS NOT NULL;
