-- CreateTable
CREATE TABLE "Attachment" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT,
    "projectId" TEXT,
    "deliverableId" TEXT,
    "opportunityId" TEXT,
    "expenseId" TEXT,
    "invoiceId" TEXT,
    "ticketId" TEXT,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Attachment_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "Attachment_accountId_clientId_id_idx" ON "Attachment"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_projectId_id_idx" ON "Attachment"("accountId", "projectId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_deliverableId_id_idx" ON "Attachment"("accountId", "deliverableId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_opportunityId_id_idx" ON "Attachment"("accountId", "opportunityId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_expenseId_id_idx" ON "Attachment"("accountId", "expenseId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_invoiceId_id_idx" ON "Attachment"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_ticketId_id_idx" ON "Attachment"("accountId", "ticketId", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_sha256_size_idx" ON "Attachment"("accountId", "sha256", "size");

-- CreateIndex
CREATE INDEX "Attachment_accountId_createdAt_id_idx" ON "Attachment"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Attachment_accountId_updatedAt_id_idx" ON "Attachment"("accountId", "updatedAt", "id");

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_projectId_fkey" FOREIGN KEY ("accountId", "projectId") REFERENCES "Project"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_deliverableId_fkey" FOREIGN KEY ("accountId", "deliverableId") REFERENCES "Deliverable"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_opportunityId_fkey" FOREIGN KEY ("accountId", "opportunityId") REFERENCES "Opportunity"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_expenseId_fkey" FOREIGN KEY ("accountId", "expenseId") REFERENCES "Expense"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_accountId_ticketId_fkey" FOREIGN KEY ("accountId", "ticketId") REFERENCES "Ticket"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_of_one_record" CHECK ((num_nonnulls("clientId", "projectId", "deliverableId", "opportunityId", "expenseId", "invoiceId", "ticketId") = 1));

ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_sha256_format" CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_size_range" CHECK ((size > 0));

CREATE TRIGGER raise_version BEFORE UPDATE ON "Attachment" FOR EACH ROW EXECUTE FUNCTION raise_version();

CREATE TRIGGER reject_move_to_erased_client AFTER UPDATE OF "clientId" ON "Attachment" FOR EACH ROW WHEN ((new."clientId" IS DISTINCT FROM old."clientId")) EXECUTE FUNCTION reject_record_of_erased_client();

CREATE TRIGGER reject_record_of_erased_client AFTER INSERT ON "Attachment" FOR EACH ROW WHEN ((new."clientId" IS NOT NULL)) EXECUTE FUNCTION reject_record_of_erased_client();
