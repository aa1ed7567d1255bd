-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "ApiKey"
  ADD CONSTRAINT "ApiKey_hash_is_sha256" CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  ADD CONSTRAINT "ApiKey_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "ApiKey_prefix_trimmed" CHECK (prefix <> ''::text AND prefix = btrim(prefix, E' \t\r\n'::text));

ALTER TABLE "User"
  ADD CONSTRAINT "User_email_trimmed" CHECK (email <> ''::text AND email = btrim(email, E' \t\r\n'::text)),
  ADD CONSTRAINT "User_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "User_hourlyCost_range" CHECK ("hourlyCost" >= 0::numeric);
CREATE UNIQUE INDEX "User_email_key" ON "User" USING btree ("accountId", lower(email));

ALTER TABLE "Workspace"
  ADD CONSTRAINT "Workspace_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Workspace_defaultTaxRate_range" CHECK ("defaultTaxRate" >= '-100'::integer::numeric AND "defaultTaxRate" <= 100::numeric),
  ADD CONSTRAINT "Workspace_hourlyAmount_range" CHECK ("hourlyAmount" >= 0::numeric),
  ADD CONSTRAINT "Workspace_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "Workspace_timeZone_trimmed" CHECK ("timeZone" <> ''::text AND "timeZone" = btrim("timeZone", E' \t\r\n'::text));
ALTER TABLE "Workspace" ALTER CONSTRAINT "Workspace_accountId_defaultTaxRuleId_fkey" DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "WorkspaceLogo"
  ADD CONSTRAINT "WorkspaceLogo_height_range" CHECK (height >= 1 AND height <= 2000),
  ADD CONSTRAINT "WorkspaceLogo_mediaType_known" CHECK ("mediaType" = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  ADD CONSTRAINT "WorkspaceLogo_size_is_that_of_bytes" CHECK (size = octet_length(bytes)),
  ADD CONSTRAINT "WorkspaceLogo_size_range" CHECK (size >= 1 AND size <= 1048576),
  ADD CONSTRAINT "WorkspaceLogo_width_range" CHECK (width >= 1 AND width <= 2000);
