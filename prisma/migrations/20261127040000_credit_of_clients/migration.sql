-- CreateEnum
CREATE TYPE "ClientCreditKind" AS ENUM ('OVERPAID', 'CREDIT_NOTE', 'APPLIED', 'REFUNDED', 'TAKEN_BACK');

-- AlterTable
ALTER TABLE "CreditNote" ADD COLUMN     "keptAsCredit" DECIMAL(15,4) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN     "creditedAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
ADD COLUMN     "fromCredit" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ClientCredit" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "kind" "ClientCreditKind" NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "date" DATE NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ClientCredit_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_clientId_id_idx" ON "ClientCredit"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_paymentId_id_idx" ON "ClientCredit"("accountId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_date_id_idx" ON "ClientCredit"("accountId", "date", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_createdAt_id_idx" ON "ClientCredit"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ClientCredit_accountId_updatedAt_id_idx" ON "ClientCredit"("accountId", "updatedAt", "id");

-- AddForeignKey
ALTER TABLE "ClientCredit" ADD CONSTRAINT "ClientCredit_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ClientCredit" ADD CONSTRAINT "ClientCredit_accountId_paymentId_fkey" FOREIGN KEY ("accountId", "paymentId") REFERENCES "Payment"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

CREATE TRIGGER raise_version BEFORE UPDATE ON "ClientCredit" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('ClientCredit');

-- What is credit of the client pays its invoice no more, and nothing of a payment counts twice.
ALTER TABLE "Payment"
  ADD CONSTRAINT "Payment_creditedAmount_range" CHECK ("creditedAmount" BETWEEN 0 AND greatest("amount" - "refundedTotal", 0));
ALTER TABLE "CreditNote"
  ADD CONSTRAINT "CreditNote_keptAsCredit_range" CHECK ("keptAsCredit" BETWEEN 0 AND greatest("total" - "refundedAmount", 0));
ALTER TABLE "ClientCredit" ADD CONSTRAINT "ClientCredit_amount_is_change" CHECK ("amount" <> 0);

CREATE OR REPLACE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void LANGUAGE plpgsql AS $$
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
    RAISE EXCEPTION 'invoice % of workspace % says % is paid, its payments sum to %', invoice, account, recorded, applied
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_paymentTotal_is_sum';
  END IF;
END
$$;

DROP TRIGGER "Payment_total" ON "Payment";
CREATE CONSTRAINT TRIGGER "Payment_total"
  AFTER INSERT OR DELETE OR UPDATE OF "amount", "invoiceId", "accountId", "reversedAt", "refundedTotal", "creditedAmount"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_payment"();

-- What a payment says of credit is the sum of the changes that came of it, when a transaction commits: what of it is credit, less itself
-- where it was made of credit, and nothing once it is reversed.
CREATE FUNCTION "assert_payment_credit"(account integer, payment text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  changed numeric;
BEGIN
  SELECT CASE WHEN p."reversedAt" IS NULL THEN p."creditedAmount" - CASE WHEN p."fromCredit" THEN p."amount" ELSE 0 END ELSE 0 END, (
    SELECT coalesce(sum(c."amount"), 0) FROM "ClientCredit" c WHERE c."accountId" = account AND c."paymentId" = payment
  ) INTO recorded, changed
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> changed THEN
    RAISE EXCEPTION 'payment % of workspace % says credit of %, its changes sum to %', payment, account, recorded, changed
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_credit_is_sum';
  END IF;
END
$$;

-- Nobody has less credit than none.
CREATE FUNCTION "assert_client_credit"(account integer, client text, unit text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(c."amount") FROM "ClientCredit" c
      WHERE c."accountId" = account AND c."clientId" = client AND c."currency" = unit) < 0 THEN
    RAISE EXCEPTION 'client % of workspace % has less credit than none in %', client, account, unit
      USING ERRCODE = 'check_violation', TABLE = 'ClientCredit', CONSTRAINT = 'ClientCredit_is_not_negative';
  END IF;
END
$$;

CREATE FUNCTION "check_client_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_credit"(NEW."accountId", NEW."paymentId");
    PERFORM "assert_client_credit"(NEW."accountId", NEW."clientId", NEW."currency");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_credit"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "check_payment_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_credit"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "ClientCredit_total" AFTER INSERT OR DELETE OR UPDATE
  ON "ClientCredit" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_client_credit"();
CREATE CONSTRAINT TRIGGER "Payment_inserted_credit" AFTER INSERT
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."fromCredit" OR NEW."creditedAmount" <> 0) EXECUTE FUNCTION "check_payment_credit"();
CREATE CONSTRAINT TRIGGER "Payment_updated_credit" AFTER UPDATE OF "amount", "creditedAmount", "reversedAt", "fromCredit"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."fromCredit" OR OLD."fromCredit" OR NEW."creditedAmount" <> 0 OR OLD."creditedAmount" <> 0)
  EXECUTE FUNCTION "check_payment_credit"();
