-- Lists in their usual order end at the end of the page only where an index has the order.

-- CreateIndex
CREATE INDEX "Contact_accountId_lastName_firstName_id_idx" ON "Contact"("accountId", "lastName", "firstName", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_submittedAt_id_idx" ON "FormSubmission"("accountId", "submittedAt", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_createdAt_id_idx" ON "Opportunity"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_createdAt_id_idx" ON "OutboxMail"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_name_id_idx" ON "Project"("accountId", "name", "id");
