-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Project"
  ADD CONSTRAINT "Project_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Project_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object'::text),
  ADD CONSTRAINT "Project_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "Project_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
CREATE INDEX "Project_customValues_idx" ON "Project" USING gin ((CASE WHEN "customValues" <> '{}'::jsonb THEN custom_value_keys("customValues") END)) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX "Project_externalId_source_key" ON "Project" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Project_search_idx" ON "Project" USING gin ("accountId", replace(translate(search_form(coalesce('|' || name, '') || coalesce('|' || left("description", 1000), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');

ALTER TABLE "ProjectTemplate"
  ADD CONSTRAINT "ProjectTemplate_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object'::text),
  ADD CONSTRAINT "ProjectTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));

ALTER TABLE "ProjectTemplateDeliverable"
  ADD CONSTRAINT "ProjectTemplateDeliverable_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));

ALTER TABLE "ProjectType"
  ADD CONSTRAINT "ProjectType_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
CREATE UNIQUE INDEX "ProjectType_default_key" ON "ProjectType" USING btree ("accountId") WHERE "isDefaultProjectType";

ALTER TABLE "TaskStage"
  ADD CONSTRAINT "TaskStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$'::text),
  ADD CONSTRAINT "TaskStage_label_trimmed" CHECK (label <> ''::text AND label = btrim(label, E' \t\r\n'::text));
