-- Trigger of "KeptAnswer": a response is not stored if it contains data of an erased client.
CREATE OR REPLACE FUNCTION "discard_response_of_erased_client"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF "contains_erased_client"(NEW."accountId", NEW."answer") THEN
    NEW."answer" := NULL;
  END IF;
  RETURN NEW;
END
$$;
