-- Ids that records have in other systems. An index of those alone that have one costs the others nothing.
ALTER TABLE "Client" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Contact" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Project" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Deliverable" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "TimeEntry" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Expense" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Invoice" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Payment" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;
ALTER TABLE "Opportunity" ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "source" TEXT;

-- An id without a system is unique among those without one: an expression, since NULLS NOT DISTINCT is not in every PostgreSQL.
CREATE UNIQUE INDEX "Client_externalId_source_key" ON "Client" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Contact_externalId_source_key" ON "Contact" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Project_externalId_source_key" ON "Project" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Deliverable_externalId_source_key" ON "Deliverable" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "TimeEntry_externalId_source_key" ON "TimeEntry" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Expense_externalId_source_key" ON "Expense" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Invoice_externalId_source_key" ON "Invoice" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Payment_externalId_source_key" ON "Payment" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Opportunity_externalId_source_key" ON "Opportunity" ("accountId", "externalId", coalesce(source, ''))
  WHERE "externalId" IS NOT NULL;
