-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "ExchangeRate"
  ADD CONSTRAINT "ExchangeRate_currencies_differ" CHECK ("baseCurrency" <> "quoteCurrency"),
  ADD CONSTRAINT "ExchangeRate_rate_range" CHECK (rate > 0::numeric);
