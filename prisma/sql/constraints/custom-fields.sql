-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "CustomField"
  ADD CONSTRAINT "CustomField_mappingKey_trimmed" CHECK ("mappingKey" <> ''::text AND "mappingKey" = btrim("mappingKey", E' \t\r\n'::text)),
  ADD CONSTRAINT "CustomField_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
