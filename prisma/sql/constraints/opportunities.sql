-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Opportunity"
  ADD CONSTRAINT "Opportunity_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Opportunity_leadInfo_object" CHECK (jsonb_typeof("leadInfo") = 'object'::text),
  ADD CONSTRAINT "Opportunity_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "Opportunity_toDos_array" CHECK (jsonb_typeof("toDos") = 'array'::text);
CREATE INDEX "Opportunity_archived_idx" ON "Opportunity" USING btree ("accountId", id) WHERE archived;
CREATE INDEX "Opportunity_customValues_idx" ON "Opportunity" USING gin ((CASE WHEN "customValues" <> '{}'::jsonb THEN custom_value_keys("customValues") END)) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX "Opportunity_externalId_source_key" ON "Opportunity" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Opportunity_search_idx" ON "Opportunity" USING gin ("accountId", replace(translate(search_form(coalesce('|' || name, '') || coalesce('|' || left("description", 1000), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');

ALTER TABLE "PipelineStage"
  ADD CONSTRAINT "PipelineStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "PipelineStage_label_trimmed" CHECK (label <> ''::text AND label = btrim(label, E' \t\r\n'::text));
