-- What was given up is told of the day on which it was, and what of it is owed again of its own day. What was given up before stands in no event: it is told
-- as it was, by the day of the last one.
ALTER TABLE "InvoiceEvent" ADD COLUMN "givenUp" DECIMAL(15,4), ADD COLUMN "bookedOn" DATE;
CREATE INDEX "InvoiceEvent_givenUp_idx" ON "InvoiceEvent" ("accountId", "invoiceId") WHERE "givenUp" IS NOT NULL;
