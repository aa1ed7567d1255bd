CREATE TRIGGER notify_key_changes_on_delete
  AFTER DELETE ON "ApiKey" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER notify_key_changes_on_delete;
CREATE TRIGGER notify_key_changes_on_truncate
  AFTER TRUNCATE ON "ApiKey"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER notify_key_changes_on_truncate;
CREATE TRIGGER notify_key_changes_on_update
  AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"('lastUsedAt', 'lastUsedAddress', 'updatedAt', 'version');
ALTER TABLE "ApiKey" ENABLE ALWAYS TRIGGER notify_key_changes_on_update;
CREATE TRIGGER notify_key_changes_on_insert
  AFTER INSERT ON "User" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER notify_key_changes_on_insert;
CREATE TRIGGER notify_key_changes_on_delete
  AFTER DELETE ON "User" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER notify_key_changes_on_delete;
CREATE TRIGGER notify_key_changes_on_truncate
  AFTER TRUNCATE ON "User"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "User" ENABLE ALWAYS TRIGGER notify_key_changes_on_truncate;
CREATE TRIGGER notify_key_changes_on_update
  AFTER UPDATE ON "User" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"('updatedAt', 'version');
ALTER TABLE "User" ENABLE ALWAYS TRIGGER notify_key_changes_on_update;
CREATE TRIGGER notify_key_changes_on_delete
  AFTER DELETE ON "Workspace" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER notify_key_changes_on_delete;
CREATE TRIGGER notify_key_changes_on_truncate
  AFTER TRUNCATE ON "Workspace"
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"();
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER notify_key_changes_on_truncate;
CREATE TRIGGER notify_key_changes_on_update
  AFTER UPDATE ON "Workspace" REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION "notify_key_changes"('updatedAt', 'version');
ALTER TABLE "Workspace" ENABLE ALWAYS TRIGGER notify_key_changes_on_update;
