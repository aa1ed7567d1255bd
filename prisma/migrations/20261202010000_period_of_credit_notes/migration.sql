-- A credit note keeps in which year or month its counter counted, as an invoice does: counters may begin anew otherwise later. What there is so far
-- gets what was told until now. The release before does not write it: null is told as before.
ALTER TABLE "CreditNote" ADD COLUMN "numberPeriod" TEXT;

UPDATE "CreditNote" c SET "numberPeriod" = left(to_char(c."createdAt" AT TIME ZONE w."timeZone", 'YYYY-MM'), length(s."creditNotePeriod"))
FROM "InvoiceSequence" s, "Workspace" w
WHERE s."accountId" = c."accountId" AND w."accountId" = c."accountId";
