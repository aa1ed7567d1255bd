-- `paymentTotal` of an invoice is the sum of its payments, without reversed ones, refunds and what became credit.
CREATE OR REPLACE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  applied numeric;
BEGIN
  SELECT i."paymentTotal", (
    SELECT coalesce(sum(p."amount" - p."refundedTotal" - p."creditedAmount") FILTER (WHERE p."reversedAt" IS NULL), 0)
    FROM "Payment" p WHERE p."accountId" = account AND p."invoiceId" = invoice
  ) INTO recorded, applied
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> applied THEN
    RAISE EXCEPTION 'invoice % of workspace % has the paymentTotal %, but its payments sum to %', invoice, account, recorded, applied
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_paymentTotal_is_sum';
  END IF;
END
$$;
