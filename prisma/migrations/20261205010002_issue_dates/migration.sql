-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "defaultPaymentDays" INTEGER,
ADD COLUMN     "plannedIssueDate" DATE;

-- An issue date that was given counts unless it is still to come. A due date that nobody gave begins with the issue date.
CREATE OR REPLACE FUNCTION "keep_seller"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  today date;
BEGIN
  NEW."sellerInfo" := "seller_now"(NEW."accountId", NEW."invoiceTemplateId") || '{"keptBy": "ISSUE"}';
  IF NEW."status" <> 'VOIDED' OR NEW."dateSent" IS NOT NULL THEN
    SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date INTO today
    FROM "Workspace" w WHERE w."accountId" = NEW."accountId";
    NEW."dateIssued" := coalesce(NEW."dateIssued",
      CASE WHEN NEW."plannedIssueDate" < today THEN NEW."plannedIssueDate" END, NEW."dateSent", today);
    IF NEW."defaultPaymentDays" IS NOT NULL THEN
      NEW."dueDate" := greatest(NEW."dateIssued", NEW."dateCreated") + NEW."defaultPaymentDays";
    END IF;
  END IF;
  RETURN NEW;
END
$$;

-- The same where the tables are spread over several servers.
CREATE OR REPLACE FUNCTION "keep_issued"(account integer, invoices text[])
RETURNS TABLE ("id" text, "sellerInfo" jsonb, "dateIssued" date) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  issued record;
  seller jsonb;
  today date;
  day date;
BEGIN
  FOR issued IN
    SELECT i."id", i."invoiceTemplateId" AS template, i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL AS "hasDay",
      i."dateIssued" AS known, i."plannedIssueDate" AS planned, i."dateSent" AS sent
    FROM "Invoice" i
    WHERE i."accountId" = account AND i."id" = ANY (invoices) AND i."status" <> 'DRAFT' AND i."sellerInfo" IS NULL
  LOOP
    seller := "seller_now"(account, issued.template) || '{"keptBy": "ISSUE"}';
    SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date INTO today
    FROM "Workspace" w WHERE w."accountId" = account;
    day := CASE WHEN issued."hasDay" THEN
      coalesce(issued.known, CASE WHEN issued.planned < today THEN issued.planned END, issued.sent, today)
      ELSE issued.known END;
    RETURN QUERY UPDATE "Invoice" i SET "sellerInfo" = seller, "dateIssued" = day,
      "dueDate" = CASE WHEN issued."hasDay" THEN
        coalesce(greatest(day, i."dateCreated") + i."defaultPaymentDays", i."dueDate") ELSE i."dueDate" END
    WHERE i."accountId" = account AND i."id" = issued."id"
    RETURNING i."id", i."sellerInfo", i."dateIssued";
  END LOOP;
END
$$;
