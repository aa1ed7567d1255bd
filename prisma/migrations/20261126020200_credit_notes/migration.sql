-- AlterEnum
ALTER TYPE "InvoiceEventKind" ADD VALUE 'CREDITED';

-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "creditedTotal" DECIMAL(15,4) NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "CreditNote" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "numberFormatted" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT,
    "dateCreated" DATE NOT NULL,
    "subTotal" DECIMAL(15,4) NOT NULL,
    "discountAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "tax" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "total" DECIMAL(15,4) NOT NULL,
    "refundedAmount" DECIMAL(15,4) NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNote_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNoteLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "invoiceLineId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(15,6) NOT NULL,
    "unitPrice" DECIMAL(24,12) NOT NULL,
    "unit" TEXT,
    "lineTotal" DECIMAL(15,4) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateTable
CREATE TABLE "CreditNoteTaxLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "creditNoteId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "rate" DECIMAL(9,6) NOT NULL,
    "order" INTEGER NOT NULL,
    "taxableAmount" DECIMAL(15,4) NOT NULL,
    "amount" DECIMAL(15,4) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "CreditNoteTaxLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "CreditNote_accountId_invoiceId_id_idx" ON "CreditNote"("accountId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_clientId_id_idx" ON "CreditNote"("accountId", "clientId", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_dateCreated_id_idx" ON "CreditNote"("accountId", "dateCreated", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_createdAt_id_idx" ON "CreditNote"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "CreditNote_accountId_updatedAt_id_idx" ON "CreditNote"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNote_accountId_numberFormatted_key" ON "CreditNote"("accountId", "numberFormatted");

-- CreateIndex
CREATE INDEX "CreditNoteLine_accountId_invoiceLineId_id_idx" ON "CreditNoteLine"("accountId", "invoiceLineId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNoteLine_accountId_creditNoteId_position_key" ON "CreditNoteLine"("accountId", "creditNoteId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "CreditNoteTaxLine_accountId_creditNoteId_order_key" ON "CreditNoteTaxLine"("accountId", "creditNoteId", "order");

-- AddForeignKey
ALTER TABLE "CreditNote" ADD CONSTRAINT "CreditNote_accountId_invoiceId_fkey" FOREIGN KEY ("accountId", "invoiceId") REFERENCES "Invoice"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditNote" ADD CONSTRAINT "CreditNote_accountId_clientId_fkey" FOREIGN KEY ("accountId", "clientId") REFERENCES "Client"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditNoteLine" ADD CONSTRAINT "CreditNoteLine_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditNoteLine" ADD CONSTRAINT "CreditNoteLine_accountId_invoiceLineId_fkey" FOREIGN KEY ("accountId", "invoiceLineId") REFERENCES "InvoiceLine"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CreditNoteTaxLine" ADD CONSTRAINT "CreditNoteTaxLine_accountId_creditNoteId_fkey" FOREIGN KEY ("accountId", "creditNoteId") REFERENCES "CreditNote"("accountId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "CreditNote" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('CreditNote');

CREATE TRIGGER raise_version BEFORE UPDATE ON "CreditNoteLine" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('CreditNoteLine');

CREATE TRIGGER raise_version BEFORE UPDATE ON "CreditNoteTaxLine" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('CreditNoteTaxLine');

-- What was credited is owed no more, and never is more credited than was invoiced.
ALTER TABLE "Invoice" DROP CONSTRAINT "Invoice_amountDue_is_difference", DROP CONSTRAINT "Invoice_paymentTotal_range";
ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_amountDue_is_difference" CHECK (
    "amountDue" = CASE WHEN "status" IN ('VOIDED', 'WRITE_OFF') THEN 0 ELSE "total" - "paymentTotal" - "creditedTotal" END
  ),
  ADD CONSTRAINT "Invoice_creditedTotal_range" CHECK ("creditedTotal" >= 0),
  ADD CONSTRAINT "Invoice_paymentTotal_range" CHECK ("paymentTotal" BETWEEN 0 AND "total" - "creditedTotal");
ALTER TABLE "CreditNote"
  ADD CONSTRAINT "CreditNote_number_range" CHECK ("number" >= 1),
  ADD CONSTRAINT "CreditNote_total_is_sum" CHECK ("total" = "subTotal" - "discountAmount" + "tax"),
  ADD CONSTRAINT "CreditNote_total_range" CHECK ("total" > 0),
  ADD CONSTRAINT "CreditNote_refundedAmount_range" CHECK ("refundedAmount" BETWEEN 0 AND "total");
ALTER TABLE "CreditNoteLine" ADD CONSTRAINT "CreditNoteLine_position_range" CHECK ("position" >= 1);
ALTER TABLE "CreditNoteTaxLine" ADD CONSTRAINT "CreditNoteTaxLine_order_range" CHECK ("order" >= 1);

-- An invoice's creditedTotal is the sum of its credit notes when a transaction commits.
CREATE FUNCTION "assert_credited_total"(account integer, invoice text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  credited numeric;
BEGIN
  SELECT i."creditedTotal", (
    SELECT coalesce(sum(c."total"), 0) FROM "CreditNote" c WHERE c."accountId" = account AND c."invoiceId" = invoice
  ) INTO recorded, credited
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> credited THEN
    RAISE EXCEPTION 'invoice % of workspace % says % is credited, its credit notes sum to %', invoice, account, recorded, credited
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_creditedTotal_is_sum';
  END IF;
END
$$;

CREATE FUNCTION "check_credit_note"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_credited_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_credited_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "check_credited"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_credited_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "CreditNote_total" AFTER INSERT OR DELETE OR UPDATE OF "total", "invoiceId", "accountId"
  ON "CreditNote" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_credit_note"();
CREATE CONSTRAINT TRIGGER "Invoice_inserted_credited" AFTER INSERT
  ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."creditedTotal" <> 0) EXECUTE FUNCTION "check_credited"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_credited" AFTER UPDATE OF "creditedTotal"
  ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."creditedTotal" IS DISTINCT FROM OLD."creditedTotal") EXECUTE FUNCTION "check_credited"();
