-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "color" TEXT,
ADD COLUMN     "hourlyAmount" DECIMAL(15,4),
ADD COLUMN     "initials" TEXT,
ADD COLUMN     "leadSource" TEXT,
ADD COLUMN     "paymentTerms" JSONB,
ADD COLUMN     "roundingIncrement" INTEGER;

-- Neither prices nor steps of rounding are negative; JSON's null is not a value here.
ALTER TABLE "Client"
  ADD CONSTRAINT "Client_hourlyAmount_range" CHECK ("hourlyAmount" >= 0),
  ADD CONSTRAINT "Client_roundingIncrement_range" CHECK ("roundingIncrement" >= 0),
  ADD CONSTRAINT "Client_paymentTerms_object" CHECK (jsonb_typeof("paymentTerms") = 'object');
