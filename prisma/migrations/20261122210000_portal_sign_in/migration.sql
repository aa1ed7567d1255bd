-- Since when a contact may enter the portal by its address: a sign-in counts for it if its mail was asked for later.
ALTER TABLE "Contact" ADD COLUMN     "portalSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- When the mail was asked for by which a session began; null where it began in another way.
ALTER TABLE "SignInSession" ADD COLUMN     "addressProvenAt" TIMESTAMPTZ(3);

CREATE FUNCTION "begin_portal_access"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- To the millisecond, and never later than it is.
  NEW."portalSince" := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END
$$;

CREATE TRIGGER begin_portal_access_new BEFORE INSERT ON "Contact" FOR EACH ROW EXECUTE FUNCTION "begin_portal_access"();

-- The same address in other letters is the same, as it is where people sign in.
CREATE TRIGGER begin_portal_access BEFORE UPDATE ON "Contact" FOR EACH ROW
  WHEN ((lower(OLD.email COLLATE "C"), OLD."clientId", OLD."portalAccess", OLD.archived)
    IS DISTINCT FROM (lower(NEW.email COLLATE "C"), NEW."clientId", NEW."portalAccess", NEW.archived))
  EXECUTE FUNCTION "begin_portal_access"();

-- Contacts who may enter are found by their address, in whichever workspace they are.
CREATE INDEX "Contact_portal_address_idx" ON "Contact" (lower(email COLLATE "C"))
  WHERE "portalAccess" AND NOT archived AND "clientId" IS NOT NULL;
