-- Trigger of "Invoice": stores the seller and the issue date when the invoice is issued.
CREATE OR REPLACE FUNCTION "capture_issued_snapshot"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  today date;
BEGIN
  NEW."sellerInfo" := "build_seller_snapshot"(NEW."accountId", NEW."invoiceTemplateId") || '{"keptBy": "ISSUE"}';
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
