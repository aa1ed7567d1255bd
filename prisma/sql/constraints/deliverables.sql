-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Deliverable"
  ADD CONSTRAINT "Deliverable_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Deliverable_invoiceLine_of_invoice" CHECK ("invoiceLineId" IS NULL OR "invoiceId" IS NOT NULL),
  ADD CONSTRAINT "Deliverable_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "Deliverable_toDos_array" CHECK (jsonb_typeof("toDos") = 'array'::text);
CREATE INDEX "Deliverable_archived_idx" ON "Deliverable" USING btree ("accountId", id) WHERE archived;
CREATE INDEX "Deliverable_customValues_idx" ON "Deliverable" USING gin ((CASE WHEN "customValues" <> '{}'::jsonb THEN custom_value_keys("customValues") END)) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX "Deliverable_externalId_source_key" ON "Deliverable" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Deliverable_search_idx" ON "Deliverable" USING gin ("accountId", replace(translate(search_form(coalesce('|' || name, '') || coalesce('|' || left("description", 1000), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');
