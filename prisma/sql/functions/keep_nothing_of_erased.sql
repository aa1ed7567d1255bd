-- Trigger of "KeptAnswer": a response is not stored if it contains data of an erased client.
CREATE OR REPLACE FUNCTION "keep_nothing_of_erased"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF "shows_erased"(NEW."accountId", NEW."answer") THEN
    NEW."answer" := NULL;
  END IF;
  RETURN NEW;
END
$$;
