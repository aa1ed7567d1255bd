-- A client has no negative credit in any currency.
CREATE OR REPLACE FUNCTION "assert_client_credit"(account integer, client text, unit text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(c."amount") FROM "ClientCredit" c WHERE c."accountId" = account AND c."clientId" = client
      AND c."currency" = unit AND c."kind" <> 'OWED') < 0 THEN
    RAISE EXCEPTION 'client % of workspace % has a negative credit in %', client, account, unit
      USING ERRCODE = 'check_violation', TABLE = 'ClientCredit', CONSTRAINT = 'ClientCredit_is_not_negative';
  END IF;
END
$$;
