-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "CreditNote"
  ADD CONSTRAINT "CreditNote_keptAsCredit_range" CHECK ("keptAsCredit" >= 0::numeric AND "keptAsCredit" <= GREATEST(total - "refundedAmount", 0::numeric)),
  ADD CONSTRAINT "CreditNote_number_range" CHECK (number >= 1),
  ADD CONSTRAINT "CreditNote_refundedAmount_range" CHECK ("refundedAmount" >= 0::numeric AND "refundedAmount" <= total),
  ADD CONSTRAINT "CreditNote_total_is_sum" CHECK (total = ("subTotal" - "discountAmount" + tax)),
  ADD CONSTRAINT "CreditNote_total_range" CHECK (total > 0::numeric);
CREATE INDEX "CreditNote_number_skeleton_idx" ON "CreditNote" USING btree ("accountId", number_skeleton("numberFormatted"));

ALTER TABLE "CreditNoteDocument"
  ADD CONSTRAINT "CreditNoteDocument_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  ADD CONSTRAINT "CreditNoteDocument_size_is_that_of_bytes" CHECK (size = octet_length(bytes));

ALTER TABLE "CreditNoteLine"
  ADD CONSTRAINT "CreditNoteLine_position_range" CHECK ("position" >= 1);

ALTER TABLE "CreditNoteTaxLine"
  ADD CONSTRAINT "CreditNoteTaxLine_order_range" CHECK ("order" >= 1);
