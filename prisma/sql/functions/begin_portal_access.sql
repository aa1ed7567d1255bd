-- Portal sessions that are older than `portalSince` are invalid.
CREATE OR REPLACE FUNCTION "begin_portal_access"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- To the millisecond, and never later than it is.
  NEW."portalSince" := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END
$$;
