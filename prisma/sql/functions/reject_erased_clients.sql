-- An erased client gets no new records. For databases without triggers.
CREATE OR REPLACE FUNCTION "reject_erased_clients"(account integer, clients text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  erased text;
BEGIN
  SELECT c."id" INTO erased FROM "Client" c
  WHERE c."accountId" = account AND c."id" = ANY (clients) AND c."erasedAt" IS NOT NULL LIMIT 1;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'client % is erased', erased
      USING ERRCODE = 'check_violation', TABLE = 'Client', CONSTRAINT = 'Client_erased_rejects_new_records';
  END IF;
END
$$;
