-- AlterTable
ALTER TABLE "ApiKey" ADD COLUMN     "lastUsedAddress" TEXT;

-- From where a key was used says nothing of what it may do.
DROP TRIGGER tell_keys_updated ON "ApiKey";
CREATE TRIGGER tell_keys_updated AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_keys"('lastUsedAt', 'lastUsedAddress', 'updatedAt', 'version');
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_updated;

-- "write" is no longer the write of settings and people: who has it keeps them. Keys it never gets.
UPDATE "ApiKey" SET scopes = scopes || ARRAY['settings:write', 'people:write'] WHERE 'write' = ANY (scopes);
