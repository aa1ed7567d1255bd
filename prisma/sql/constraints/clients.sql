-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Client"
  ADD CONSTRAINT "Client_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Client_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Client_defaultTaxRate_range" CHECK ("defaultTaxRate" >= '-100'::integer::numeric AND "defaultTaxRate" <= 100::numeric),
  ADD CONSTRAINT "Client_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "Client_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array'::text),
  ADD CONSTRAINT "Client_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "Client_paymentTerms_object" CHECK (jsonb_typeof("paymentTerms") = 'object'::text),
  ADD CONSTRAINT "Client_roundingIncrement_range" CHECK ("roundingIncrement" >= 0);
CREATE INDEX "Client_archived_idx" ON "Client" USING btree ("accountId", id) WHERE archived;
CREATE INDEX "Client_customValues_idx" ON "Client" USING gin ((CASE WHEN "customValues" <> '{}'::jsonb THEN custom_value_keys("customValues") END)) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX "Client_externalId_source_key" ON "Client" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Client_mergedRecords_idx" ON "Client" USING gin ("mergedRecords" jsonb_path_ops) WHERE ("mergedRecords" <> '[]'::jsonb);
CREATE INDEX "Client_search_form_idx" ON "Client" USING btree ("accountId", search_form(name) text_pattern_ops);
CREATE INDEX "Client_search_name_idx" ON "Client" USING btree ("accountId", lower(name) text_pattern_ops);
CREATE INDEX "Client_search_phone_idx" ON "Client" USING btree ("accountId", lower(phone) text_pattern_ops);
CREATE INDEX "Client_search_idx" ON "Client" USING gin ("accountId", lower(name) gin_trgm_ops, phone_digits(phone) gin_trgm_ops, replace(translate(search_form(coalesce('|' || name, '') || coalesce('|' || translate(replace(phone, '(0)', ''), ' +()./-‐‑–—', ''), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='1024');
