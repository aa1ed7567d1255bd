-- CreateEnum
CREATE TYPE "PaymentReversalReason" AS ENUM ('BOUNCED', 'WRONG_INVOICE', 'WRONG_AMOUNT', 'DUPLICATE', 'OTHER');

-- AlterEnum
ALTER TYPE "InvoiceEventKind" ADD VALUE 'PAYMENT_REVERSED';
ALTER TYPE "InvoiceEventKind" ADD VALUE 'PAYMENT_REFUNDED';

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN     "refundedTotal" DECIMAL(15,4) NOT NULL DEFAULT 0,
ADD COLUMN     "reversalNote" TEXT,
ADD COLUMN     "reversalReason" "PaymentReversalReason",
ADD COLUMN     "reversedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Refund" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "date" DATE NOT NULL,
    "paymentType" "PaymentProviderType" NOT NULL DEFAULT 'OTHER',
    "referenceNumber" TEXT,
    "memo" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Refund_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "Refund_accountId_paymentId_id_idx" ON "Refund"("accountId", "paymentId", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_date_id_idx" ON "Refund"("accountId", "date", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_createdAt_id_idx" ON "Refund"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Refund_accountId_updatedAt_id_idx" ON "Refund"("accountId", "updatedAt", "id");

-- AddForeignKey
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_accountId_paymentId_fkey" FOREIGN KEY ("accountId", "paymentId") REFERENCES "Payment"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "Refund" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('Refund');

-- What is taken back counts no more, and what was refunded of it neither: never more than was paid.
ALTER TABLE "Payment"
  ADD CONSTRAINT "Payment_refundedTotal_range" CHECK ("refundedTotal" BETWEEN 0 AND "amount"),
  ADD CONSTRAINT "Payment_reversal_has_reason" CHECK (("reversedAt" IS NULL) = ("reversalReason" IS NULL)),
  ADD CONSTRAINT "Payment_reversed_is_not_refunded" CHECK ("reversedAt" IS NULL OR "refundedTotal" = 0);
ALTER TABLE "Refund" ADD CONSTRAINT "Refund_amount_range" CHECK ("amount" > 0);

-- An invoice's paymentTotal is what its payments count when a transaction commits.
CREATE OR REPLACE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  applied numeric;
BEGIN
  SELECT i."paymentTotal", (
    SELECT coalesce(sum(p."amount" - p."refundedTotal") FILTER (WHERE p."reversedAt" IS NULL), 0)
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
  AFTER INSERT OR DELETE OR UPDATE OF "amount", "invoiceId", "accountId", "reversedAt", "refundedTotal"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_payment"();

-- A payment's refundedTotal is the sum of its refunds when a transaction commits.
CREATE FUNCTION "assert_refunded_total"(account integer, payment text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  refunded numeric;
BEGIN
  SELECT p."refundedTotal", (
    SELECT coalesce(sum(r."amount"), 0) FROM "Refund" r WHERE r."accountId" = account AND r."paymentId" = payment
  ) INTO recorded, refunded
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> refunded THEN
    RAISE EXCEPTION 'payment % of workspace % says % was refunded, its refunds sum to %', payment, account, recorded, refunded
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_refundedTotal_is_sum';
  END IF;
END
$$;

CREATE FUNCTION "check_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_refunded_total"(NEW."accountId", NEW."paymentId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_refunded_total"(OLD."accountId", OLD."paymentId");
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "check_refunded"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_refunded_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "Refund_total" AFTER INSERT OR DELETE OR UPDATE OF "amount", "paymentId", "accountId"
  ON "Refund" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_refund"();
CREATE CONSTRAINT TRIGGER "Payment_inserted_refunded" AFTER INSERT
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."refundedTotal" <> 0) EXECUTE FUNCTION "check_refunded"();
CREATE CONSTRAINT TRIGGER "Payment_updated_refunded" AFTER UPDATE OF "refundedTotal"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."refundedTotal" IS DISTINCT FROM OLD."refundedTotal") EXECUTE FUNCTION "check_refunded"();
