-- Nothing new is written for a client that is erased: where tables are spread over several servers there are no triggers, and the service asks for
-- it here with COMMIT, when the foreign keys were checked and the clients are locked. Nothing calls it elsewhere.
CREATE FUNCTION "refuse_erased"(account integer, clients text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  erased text;
BEGIN
  SELECT c."id" INTO erased FROM "Client" c
  WHERE c."accountId" = account AND c."id" = ANY (clients) AND c."erasedAt" IS NOT NULL LIMIT 1;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'client % is erased', erased
      USING ERRCODE = 'check_violation', TABLE = 'Client', CONSTRAINT = 'Client_erased_takes_nothing';
  END IF;
END
$$;
