-- Stores the seller and the issue date of issued invoices. For databases without triggers; otherwise the trigger `capture_issued_snapshot` does it.
CREATE OR REPLACE FUNCTION "capture_issued_snapshots"(account integer, invoices text[]) RETURNS TABLE(id text, "sellerInfo" jsonb, "dateIssued" date)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  invoice record;
  seller jsonb;
  today date;
  day date;
BEGIN
  FOR invoice IN
    SELECT i."id", i."invoiceTemplateId" AS template, i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL AS "hasDay",
      i."dateIssued" AS known, i."plannedIssueDate" AS planned, i."dateSent" AS sent
    FROM "Invoice" i
    WHERE i."accountId" = account AND i."id" = ANY (invoices) AND i."status" <> 'DRAFT' AND i."sellerInfo" IS NULL
  LOOP
    seller := "build_seller_snapshot"(account, invoice.template) || '{"keptBy": "ISSUE"}';
    SELECT (transaction_timestamp() AT TIME ZONE w."timeZone")::date INTO today
    FROM "Workspace" w WHERE w."accountId" = account;
    day := CASE WHEN invoice."hasDay" THEN
      coalesce(invoice.known, CASE WHEN invoice.planned < today THEN invoice.planned END, invoice.sent, today)
      ELSE invoice.known END;
    RETURN QUERY UPDATE "Invoice" i SET "sellerInfo" = seller, "dateIssued" = day,
      "dueDate" = CASE WHEN invoice."hasDay" THEN
        coalesce(greatest(day, i."dateCreated") + i."defaultPaymentDays", i."dueDate") ELSE i."dueDate" END
    WHERE i."accountId" = account AND i."id" = invoice."id"
    RETURNING i."id", i."sellerInfo", i."dateIssued";
  END LOOP;
END
$$;
