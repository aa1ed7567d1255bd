CREATE TRIGGER prevent_delete_with_audit_log
  BEFORE DELETE ON "Workspace"
  FOR EACH ROW
  EXECUTE FUNCTION "prevent_delete_with_audit_log"();
