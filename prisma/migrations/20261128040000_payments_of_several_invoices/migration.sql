-- AlterEnum
ALTER TYPE "ClientCreditKind" ADD VALUE 'OWED';

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN     "groupId" TEXT;

-- CreateIndex
CREATE INDEX "Payment_accountId_groupId_id_idx" ON "Payment"("accountId", "groupId", "id");

-- A payment can bounce of which something was given back by then: the client owes that.
ALTER TABLE "Payment" DROP CONSTRAINT "Payment_reversed_is_not_refunded";

CREATE OR REPLACE FUNCTION "assert_payment_credit"(account integer, payment text) RETURNS void LANGUAGE plpgsql AS $$
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
    RAISE EXCEPTION 'payment % of workspace % says credit of %, its changes sum to %', payment, account, recorded, changed
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_credit_is_sum';
  END IF;
END
$$;

-- Nobody has less credit than none, but for what was given back of payments that never came.
CREATE OR REPLACE FUNCTION "assert_client_credit"(account integer, client text, unit text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(c."amount") FROM "ClientCredit" c WHERE c."accountId" = account AND c."clientId" = client
      AND c."currency" = unit AND c."kind" <> 'OWED') < 0 THEN
    RAISE EXCEPTION 'client % of workspace % has less credit than none in %', client, account, unit
      USING ERRCODE = 'check_violation', TABLE = 'ClientCredit', CONSTRAINT = 'ClientCredit_is_not_negative';
  END IF;
END
$$;

DROP TRIGGER "Payment_updated_credit" ON "Payment";
CREATE CONSTRAINT TRIGGER "Payment_updated_credit"
  AFTER UPDATE OF "amount", "creditedAmount", "refundedTotal", "reversedAt", "fromCredit"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."fromCredit" OR OLD."fromCredit" OR NEW."creditedAmount" <> 0 OR OLD."creditedAmount" <> 0
    OR (NEW."reversedAt" IS NOT NULL AND NEW."refundedTotal" <> 0))
  EXECUTE FUNCTION "check_payment_credit"();
