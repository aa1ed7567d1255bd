-- Numbers in several series, which can begin anew with each year or month.
CREATE TYPE "NumberSeries" AS ENUM ('INVOICE', 'CREDIT_NOTE', 'DEPOSIT');
CREATE TYPE "NumberRestart" AS ENUM ('NEVER', 'YEAR', 'MONTH');

ALTER TABLE "Workspace"
  ADD COLUMN "creditNoteNumberPattern" TEXT NOT NULL DEFAULT 'CN-#####',
  ADD COLUMN "depositNumberPattern" TEXT,
  ADD COLUMN "numberRestart" "NumberRestart" NOT NULL DEFAULT 'NEVER';

ALTER TABLE "InvoiceSequence"
  ADD COLUMN "period" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "nextCreditNote" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "creditNotePeriod" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "nextDeposit" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "depositPeriod" TEXT NOT NULL DEFAULT '',
  ADD CONSTRAINT "InvoiceSequence_nextCreditNote_range" CHECK ("nextCreditNote" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextDeposit_range" CHECK ("nextDeposit" >= 1);

ALTER TABLE "Invoice"
  ADD COLUMN "numberSeries" "NumberSeries" NOT NULL DEFAULT 'INVOICE',
  ADD COLUMN "numberPeriod" TEXT NOT NULL DEFAULT '';

-- How a number looks on paper: without what cannot be seen, and with letters and digits in their usual form.
CREATE FUNCTION "number_look"(number TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
  SELECT normalize(regexp_replace(number,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]+',
    '', 'g'), NFKC)
$$;
CREATE INDEX "Invoice_number_look_idx" ON "Invoice" ("accountId", "number_look"("invoiceNumberFormatted"));
