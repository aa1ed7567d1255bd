-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Contact"
  ADD CONSTRAINT "Contact_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'::text),
  ADD CONSTRAINT "Contact_mergedRecords_array" CHECK (jsonb_typeof("mergedRecords") = 'array'::text);
CREATE INDEX "Contact_archived_idx" ON "Contact" USING btree ("accountId", id) WHERE archived;
CREATE UNIQUE INDEX "Contact_default_key" ON "Contact" USING btree ("accountId", "clientId") WHERE "defaultContact";
CREATE INDEX "Contact_customValues_idx" ON "Contact" USING gin ((CASE WHEN "customValues" <> '{}'::jsonb THEN custom_value_keys("customValues") END)) WITH (gin_pending_list_limit='1024');
CREATE UNIQUE INDEX "Contact_externalId_source_key" ON "Contact" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Contact_mergedRecords_idx" ON "Contact" USING gin ("mergedRecords" jsonb_path_ops) WHERE ("mergedRecords" <> '[]'::jsonb);
CREATE INDEX "Contact_portal_address_idx" ON "Contact" USING btree (lower((email COLLATE "C"))) WHERE ("portalAccess" AND (NOT archived) AND ("clientId" IS NOT NULL));
CREATE INDEX "Contact_search_email_idx" ON "Contact" USING btree ("accountId", lower(email) text_pattern_ops);
CREATE INDEX "Contact_search_phone_idx" ON "Contact" USING btree ("accountId", lower(phone) text_pattern_ops);
CREATE INDEX "Contact_search_idx" ON "Contact" USING gin ("accountId", search_form(((COALESCE("firstName", ''::text) || ' '::text) || COALESCE("lastName", ''::text))) gin_trgm_ops, lower(email) gin_trgm_ops, phone_digits(phone) gin_trgm_ops, phone_digits(mobile) gin_trgm_ops, replace(translate(search_form(coalesce('|' || nullif(btrim(coalesce("firstName", '') || ' ' || coalesce("lastName", '')), ''), '') || coalesce('|' || email, '') || coalesce('|' || translate(replace(phone, '(0)', ''), ' +()./-‐‑–—', ''), '') || coalesce('|' || translate(replace(mobile, '(0)', ''), ' +()./-‐‑–—', ''), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='1024');
