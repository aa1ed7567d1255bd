-- What was issued lately, of which the files are looked for that were not made yet.
CREATE INDEX "Invoice_accountId_dateIssued_id_idx" ON "Invoice"("accountId", "dateIssued", "id");
