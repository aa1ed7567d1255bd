-- Sets a stored response to null if it contains data of an erased client. For databases without triggers.
CREATE OR REPLACE FUNCTION "clear_response_of_erased_client"(account integer, caller_id text, response_key text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  stored text;
BEGIN
  SELECT k."answer" INTO stored FROM "KeptAnswer" k
  WHERE k."accountId" = account AND k."caller" = caller_id AND k."key" = response_key;
  IF stored IS NOT NULL AND "contains_erased_client"(account, stored) THEN
    UPDATE "KeptAnswer" SET "answer" = NULL
    WHERE "accountId" = account AND "caller" = caller_id AND "key" = response_key;
  END IF;
END
$$;
