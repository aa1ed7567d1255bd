-- Lists in any order that they offer end at the end of the page: an index has each order. The usual order of invoices has its own,
-- with the number after the day, since a month's invoices may all be of one day.

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_createdAt_id_idx" ON "CalendarEvent"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_accountId_updatedAt_id_idx" ON "CalendarEvent"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_city_id_idx" ON "Client"("accountId", "city", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_country_id_idx" ON "Client"("accountId", "country", "id");

-- CreateIndex
CREATE INDEX "Client_accountId_createdAt_id_idx" ON "Client"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_firstName_id_idx" ON "Contact"("accountId", "firstName", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_email_id_idx" ON "Contact"("accountId", "email", "id");

-- CreateIndex
CREATE INDEX "Contact_accountId_createdAt_id_idx" ON "Contact"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_name_id_idx" ON "Deliverable"("accountId", "name", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_priority_id_idx" ON "Deliverable"("accountId", "priority", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_startDate_id_idx" ON "Deliverable"("accountId", "startDate", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_dueDate_id_idx" ON "Deliverable"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_createdAt_id_idx" ON "Deliverable"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Deliverable_accountId_updatedAt_id_idx" ON "Deliverable"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_amount_id_idx" ON "Expense"("accountId", "amount", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_dueDate_id_idx" ON "Expense"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_datePaid_id_idx" ON "Expense"("accountId", "datePaid", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_createdAt_id_idx" ON "Expense"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Expense_accountId_updatedAt_id_idx" ON "Expense"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Vendor_accountId_createdAt_id_idx" ON "Vendor"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Vendor_accountId_updatedAt_id_idx" ON "Vendor"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_createdAt_id_idx" ON "FormSubmission"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "FormSubmission_accountId_updatedAt_id_idx" ON "FormSubmission"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dateCreated_invoiceNumber_id_idx" ON "Invoice"("accountId", "dateCreated", "invoiceNumber", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_dueDate_id_idx" ON "Invoice"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_datePaid_id_idx" ON "Invoice"("accountId", "datePaid", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_total_id_idx" ON "Invoice"("accountId", "total", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_amountDue_id_idx" ON "Invoice"("accountId", "amountDue", "id");

-- CreateIndex
CREATE INDEX "Invoice_accountId_createdAt_id_idx" ON "Invoice"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_createdAt_id_idx" ON "InvoiceLine"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "InvoiceLine_accountId_updatedAt_id_idx" ON "InvoiceLine"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_name_id_idx" ON "Opportunity"("accountId", "name", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_value_id_idx" ON "Opportunity"("accountId", "value", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_estCloseDate_id_idx" ON "Opportunity"("accountId", "estCloseDate", "id");

-- CreateIndex
CREATE INDEX "Opportunity_accountId_actualCloseDate_id_idx" ON "Opportunity"("accountId", "actualCloseDate", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_sentAt_id_idx" ON "OutboxMail"("accountId", "sentAt", "id");

-- CreateIndex
CREATE INDEX "OutboxMail_accountId_updatedAt_id_idx" ON "OutboxMail"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_createdAt_id_idx" ON "Payment"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Payment_accountId_updatedAt_id_idx" ON "Payment"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_startDate_id_idx" ON "Project"("accountId", "startDate", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_dueDate_id_idx" ON "Project"("accountId", "dueDate", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_dateCreated_id_idx" ON "Project"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "Project_accountId_createdAt_id_idx" ON "Project"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_createdAt_id_idx" ON "TimeEntry"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_updatedAt_id_idx" ON "TimeEntry"("accountId", "updatedAt", "id");

-- Time by project and by person is summed up from the index alone.

-- DropIndex
DROP INDEX "TimeEntry_accountId_projectId_timerStart_idx";

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_projectId_timerStart_timerEnd_idx" ON "TimeEntry"("accountId", "projectId", "timerStart", "timerEnd");

-- DropIndex
DROP INDEX "TimeEntry_accountId_userId_timerStart_idx";

-- CreateIndex
CREATE INDEX "TimeEntry_accountId_userId_timerStart_timerEnd_idx" ON "TimeEntry"("accountId", "userId", "timerStart", "timerEnd");
