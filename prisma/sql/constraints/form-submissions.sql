-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "Form"
  ADD CONSTRAINT "Form_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));

ALTER TABLE "FormSubmission"
  ADD CONSTRAINT "FormSubmission_formData_object" CHECK (jsonb_typeof("formData") = 'object'::text);
