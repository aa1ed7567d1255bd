-- CreateIndex
CREATE INDEX "CreditNote_accountId_number_id_idx" ON "CreditNote"("accountId", "number", "id");
