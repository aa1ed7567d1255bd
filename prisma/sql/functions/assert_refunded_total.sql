-- `refundedTotal` of a payment is the sum of its refunds.
CREATE OR REPLACE FUNCTION "assert_refunded_total"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  refunded numeric;
BEGIN
  SELECT p."refundedTotal", (
    SELECT coalesce(sum(r."amount"), 0) FROM "Refund" r WHERE r."accountId" = account AND r."paymentId" = payment
  ) INTO recorded, refunded
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> refunded THEN
    RAISE EXCEPTION 'payment % of workspace % has the refundedTotal %, but its refunds sum to %', payment, account, recorded, refunded
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_refundedTotal_is_sum';
  END IF;
END
$$;
