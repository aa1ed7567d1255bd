-- Trigger of every table: each change of a value increments `version`.
CREATE OR REPLACE FUNCTION "raise_version"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NEW IS DISTINCT FROM OLD THEN
    NEW."version" := OLD."version" + 1;
    NEW."updatedAt" := now();
  END IF;
  RETURN NEW;
END
$$;
