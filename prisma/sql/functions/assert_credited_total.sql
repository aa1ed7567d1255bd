-- `creditedTotal` of an invoice is the sum of its credit notes.
CREATE OR REPLACE FUNCTION "assert_credited_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  credited numeric;
BEGIN
  SELECT i."creditedTotal", (
    SELECT coalesce(sum(c."total"), 0) FROM "CreditNote" c WHERE c."accountId" = account AND c."invoiceId" = invoice
  ) INTO recorded, credited
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> credited THEN
    RAISE EXCEPTION 'invoice % of workspace % has the creditedTotal %, but its credit notes sum to %', invoice, account, recorded, credited
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_creditedTotal_is_sum';
  END IF;
END
$$;
