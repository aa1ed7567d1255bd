-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Expense"
  ADD CONSTRAINT "Expense_amount_range" CHECK (amount >= 0::numeric),
  ADD CONSTRAINT "Expense_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Expense_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "Expense_markupPercent_range" CHECK ("markupPercent" >= '-100'::integer::numeric),
  ADD CONSTRAINT "Expense_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL),
  ADD CONSTRAINT "Expense_taxRate_range" CHECK ("taxRate" >= '-100'::integer::numeric AND "taxRate" <= 100::numeric);
ALTER TABLE "Expense" ALTER CONSTRAINT "Expense_accountId_clientId_projectId_fkey" DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX "Expense_accountId_billNo_idx" ON "Expense" USING btree ("accountId", "billNo") WHERE ("billNo" IS NOT NULL);
CREATE UNIQUE INDEX "Expense_externalId_source_key" ON "Expense" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Expense_search_idx" ON "Expense" USING gin ("accountId", replace(translate(search_form(coalesce('|' || left("description", 1000), '') || coalesce('|' || "billNo", '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');

ALTER TABLE "ExpenseLine"
  ADD CONSTRAINT "ExpenseLine_deductiblePercent_range" CHECK ("deductiblePercent" >= 0::numeric AND "deductiblePercent" <= 100::numeric),
  ADD CONSTRAINT "ExpenseLine_position_range" CHECK ("position" >= 1),
  ADD CONSTRAINT "ExpenseLine_taxRate_range" CHECK ("taxRate" >= 0::numeric AND "taxRate" <= 100::numeric);

ALTER TABLE "Vendor"
  ADD CONSTRAINT "Vendor_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
