-- Deletes a stored response if it contains data of an erased client. For databases without triggers.
CREATE OR REPLACE FUNCTION "blank_kept_of_erased"(account integer, who text, name text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  kept text;
BEGIN
  SELECT k."answer" INTO kept FROM "KeptAnswer" k
  WHERE k."accountId" = account AND k."caller" = who AND k."key" = name;
  IF kept IS NOT NULL AND "shows_erased"(account, kept) THEN
    UPDATE "KeptAnswer" SET "answer" = NULL
    WHERE "accountId" = account AND "caller" = who AND "key" = name;
  END IF;
END
$$;
