CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "ApiKey" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "ApiKey"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('lastUsedAt', 'lastUsedAddress', 'updatedAt', 'version');
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER tell_keys_updated;
CREATE TRIGGER tell_keys_created
  AFTER INSERT ON "User" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_created;
CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "User" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "User"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "User" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
ALTER TABLE "User" ENABLE ALWAYS TRIGGER tell_keys_updated;
CREATE TRIGGER tell_keys_deleted
  AFTER DELETE ON "Workspace" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_deleted;
CREATE TRIGGER tell_keys_truncated
  AFTER TRUNCATE ON "Workspace"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_truncated;
CREATE TRIGGER tell_keys_updated
  AFTER UPDATE ON "Workspace" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "tell_keys"('updatedAt', 'version');
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER tell_keys_updated;
