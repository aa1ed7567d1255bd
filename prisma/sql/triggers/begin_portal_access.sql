CREATE TRIGGER begin_portal_access BEFORE UPDATE ON "Contact" FOR EACH ROW
  WHEN ((lower(OLD.email COLLATE "C"), OLD."clientId", OLD."portalAccess", OLD.archived)
    IS DISTINCT FROM (lower(NEW.email COLLATE "C"), NEW."clientId", NEW."portalAccess", NEW.archived))
  EXECUTE FUNCTION "begin_portal_access"();
CREATE TRIGGER begin_portal_access_new
  BEFORE INSERT ON "Contact"
  FOR EACH ROW
  EXECUTE FUNCTION "begin_portal_access"();
