-- Trigger of "Contact": invalidates portal sessions that are older than `portalSince`.
CREATE OR REPLACE FUNCTION "set_portal_since"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Milliseconds are cut off: `portalSince` must not be in the future.
  NEW."portalSince" := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END
$$;
