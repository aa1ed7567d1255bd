-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "ClientCredit"
  ADD CONSTRAINT "ClientCredit_amount_is_change" CHECK (amount <> 0::numeric);

ALTER TABLE "Payment"
  ADD CONSTRAINT "Payment_amount_range" CHECK (amount > 0::numeric),
  ADD CONSTRAINT "Payment_creditedAmount_range" CHECK ("creditedAmount" >= 0::numeric AND "creditedAmount" <= GREATEST(amount - "refundedTotal", 0::numeric)),
  ADD CONSTRAINT "Payment_refundedTotal_range" CHECK ("refundedTotal" >= 0::numeric AND "refundedTotal" <= amount),
  ADD CONSTRAINT "Payment_reversal_has_reason" CHECK (("reversedAt" IS NULL) = ("reversalReason" IS NULL));
CREATE INDEX "Payment_accountId_referenceNumber_idx" ON "Payment" USING btree ("accountId", "referenceNumber") WHERE ("referenceNumber" IS NOT NULL);
CREATE INDEX "Payment_accountId_reversedAt_idx" ON "Payment" USING btree ("accountId", "reversedAt") WHERE ("reversedAt" IS NOT NULL);
CREATE UNIQUE INDEX "Payment_externalId_source_key" ON "Payment" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);

ALTER TABLE "Refund"
  ADD CONSTRAINT "Refund_amount_range" CHECK (amount > 0::numeric);
