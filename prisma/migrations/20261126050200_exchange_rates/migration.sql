-- CreateTable
CREATE TABLE "ExchangeRate" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "baseCurrency" TEXT NOT NULL,
    "quoteCurrency" TEXT NOT NULL,
    "rate" DECIMAL(20,10) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ExchangeRate_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE INDEX "ExchangeRate_accountId_createdAt_id_idx" ON "ExchangeRate"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ExchangeRate_accountId_updatedAt_id_idx" ON "ExchangeRate"("accountId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ExchangeRate_accountId_day_baseCurrency_quoteCurrency_key" ON "ExchangeRate"("accountId", "day", "baseCurrency", "quoteCurrency");

-- AddForeignKey
ALTER TABLE "ExchangeRate" ADD CONSTRAINT "ExchangeRate_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "ExchangeRate" FOR EACH ROW EXECUTE FUNCTION "raise_version"();
SELECT "tell_changes_of"('ExchangeRate');

-- A rate is of two currencies, and above 0.
ALTER TABLE "ExchangeRate" ADD CONSTRAINT "ExchangeRate_rate_range" CHECK ("rate" > 0);
ALTER TABLE "ExchangeRate" ADD CONSTRAINT "ExchangeRate_currencies_differ" CHECK ("baseCurrency" <> "quoteCurrency");
