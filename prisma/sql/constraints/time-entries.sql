-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "TimeEntry"
  ADD CONSTRAINT "TimeEntry_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL),
  ADD CONSTRAINT "TimeEntry_ends_after_start" CHECK ("timerEnd" > "timerStart"),
  ADD CONSTRAINT "TimeEntry_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "TimeEntry_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "TimeEntry_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL);
ALTER TABLE "TimeEntry" ALTER CONSTRAINT "TimeEntry_accountId_clientId_projectId_fkey" DEFERRABLE INITIALLY DEFERRED;
CREATE UNIQUE INDEX "TimeEntry_externalId_source_key" ON "TimeEntry" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
