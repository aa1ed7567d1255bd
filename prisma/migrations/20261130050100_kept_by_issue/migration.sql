-- What an invoice keeps when it is issued, a trigger writes in a database on one server. Where the tables are spread over several servers, which
-- have no triggers, the transaction asks for it here as soon as it has issued one, so that its answer and the log say it as well. Nothing calls it elsewhere.
CREATE FUNCTION "keep_issued"(account integer, invoices text[])
RETURNS TABLE ("id" text, "sellerInfo" jsonb, "dateIssued" date) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  issued record;
  seller jsonb;
  today date;
BEGIN
  FOR issued IN
    SELECT i."id", i."invoiceTemplateId" AS template, i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL AS "hasDay"
    FROM "Invoice" i
    WHERE i."accountId" = account AND i."id" = ANY (invoices) AND i."status" <> 'DRAFT' AND i."sellerInfo" IS NULL
  LOOP
    seller := "seller_now"(account, issued.template) || '{"keptBy": "ISSUE"}';
    SELECT CASE WHEN issued."hasDay" THEN (transaction_timestamp() AT TIME ZONE w."timeZone")::date END INTO today
    FROM "Workspace" w WHERE w."accountId" = account;
    RETURN QUERY UPDATE "Invoice" i SET "sellerInfo" = seller,
      "dateIssued" = coalesce(i."dateIssued", CASE WHEN issued."hasDay" THEN coalesce(i."dateSent", today) END)
    WHERE i."accountId" = account AND i."id" = issued."id"
    RETURNING i."id", i."sellerInfo", i."dateIssued";
  END LOOP;
END
$$;

-- With COMMIT, for what did not ask for it: the release before, say.
CREATE OR REPLACE FUNCTION "settle_changed"(account integer, invoices text[], payments text[], contacts text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  one text;
  credited record;
  -- A statement of distributed tables draws nothing by itself that changes while it runs.
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF cardinality(invoices) > 0 THEN
    UPDATE "Invoice" SET "amountDue" = 0
    WHERE "accountId" = account AND "id" = ANY (invoices) AND "status" IN ('VOIDED', 'WRITE_OFF') AND "amountDue" <> 0;
    PERFORM 1 FROM "keep_issued"(account, invoices);
    FOREACH one IN ARRAY invoices LOOP
      PERFORM "assert_payment_total"(account, one);
      PERFORM "assert_credited_total"(account, one);
    END LOOP;
  END IF;
  IF cardinality(payments) > 0 THEN
    FOREACH one IN ARRAY payments LOOP
      PERFORM "assert_refunded_total"(account, one);
      PERFORM "assert_payment_credit"(account, one);
    END LOOP;
    FOR credited IN
      SELECT DISTINCT c."clientId" AS client, c."currency" AS unit FROM "ClientCredit" c
      WHERE c."accountId" = account AND c."paymentId" = ANY (payments)
    LOOP
      PERFORM "assert_client_credit"(account, credited.client, credited.unit);
    END LOOP;
  END IF;
  IF cardinality(contacts) > 0 THEN
    UPDATE "Contact" SET "portalSince" = moment WHERE "accountId" = account AND "id" = ANY (contacts);
  END IF;
END
$$;
