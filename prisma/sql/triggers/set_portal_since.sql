CREATE TRIGGER set_portal_since_on_update BEFORE UPDATE ON "Contact" FOR EACH ROW
  WHEN ((lower(OLD.email COLLATE "C"), OLD."clientId", OLD."portalAccess", OLD.archived)
    IS DISTINCT FROM (lower(NEW.email COLLATE "C"), NEW."clientId", NEW."portalAccess", NEW.archived))
  EXECUTE FUNCTION "set_portal_since"();
CREATE TRIGGER set_portal_since_on_insert
  BEFORE INSERT ON "Contact"
  FOR EACH ROW
  EXECUTE FUNCTION "set_portal_since"();
