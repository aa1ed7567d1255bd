-- The credit that a payment states is the sum of its entries in "ClientCredit".
CREATE OR REPLACE FUNCTION "assert_payment_credit"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  changed numeric;
BEGIN
  SELECT CASE WHEN p."reversedAt" IS NULL THEN p."creditedAmount" - CASE WHEN p."fromCredit" THEN p."amount" ELSE 0 END
      ELSE - p."refundedTotal" END, (
    SELECT coalesce(sum(c."amount"), 0) FROM "ClientCredit" c WHERE c."accountId" = account AND c."paymentId" = payment
  ) INTO recorded, changed
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> changed THEN
    RAISE EXCEPTION 'payment % of workspace % states a credit of %, but its entries in ClientCredit sum to %', payment, account, recorded, changed
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_credit_is_sum';
  END IF;
END
$$;
