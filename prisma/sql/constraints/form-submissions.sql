-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Form"
  ADD CONSTRAINT "Form_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));

ALTER TABLE "FormSubmission"
  ADD CONSTRAINT "FormSubmission_formData_object" CHECK (jsonb_typeof("formData") = 'object'::text);
CREATE INDEX "FormSubmission_search_idx" ON "FormSubmission" USING gin ("accountId", replace(translate(search_form(coalesce('|' || nullif(btrim(coalesce(("formData" ->> 'firstName'), '') || ' ' || coalesce(("formData" ->> 'lastName'), '')), ''), '') || coalesce('|' || ("formData" ->> 'businessName'), '') || coalesce('|' || ("formData" ->> 'email'), '') || coalesce('|' || translate(replace(("formData" ->> 'phone'), '(0)', ''), ' +()./-‐‑–—', ''), '') || coalesce('|' || left("notes", 1000), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='64');
