-- What triggers do in a database on one server, a transaction asks for at its end where the tables are spread over several
-- servers, which have no triggers: for the records that it changed. Nothing calls it elsewhere.
CREATE FUNCTION "settle_changed"(account integer, invoices text[], payments text[], contacts text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  one text;
  issued record;
  seller jsonb;
  today date;
  -- A statement of distributed tables draws nothing by itself that changes while it runs.
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF cardinality(invoices) > 0 THEN
    UPDATE "Invoice" SET "amountDue" = 0
    WHERE "accountId" = account AND "id" = ANY (invoices) AND "status" IN ('VOIDED', 'WRITE_OFF') AND "amountDue" <> 0;
    FOR issued IN
      SELECT i."id", i."invoiceTemplateId" AS template, i."status" <> 'VOIDED' OR i."dateSent" IS NOT NULL AS "hasDay"
      FROM "Invoice" i
      WHERE i."accountId" = account AND i."id" = ANY (invoices) AND i."status" <> 'DRAFT' AND i."sellerInfo" IS NULL
    LOOP
      seller := "seller_now"(account, issued.template) || '{"keptBy": "ISSUE"}';
      SELECT CASE WHEN issued."hasDay" THEN (transaction_timestamp() AT TIME ZONE w."timeZone")::date END INTO today
      FROM "Workspace" w WHERE w."accountId" = account;
      UPDATE "Invoice" SET "sellerInfo" = seller,
        "dateIssued" = coalesce("dateIssued", CASE WHEN issued."hasDay" THEN coalesce("dateSent", today) END)
      WHERE "accountId" = account AND "id" = issued."id";
    END LOOP;
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
    FOR issued IN
      SELECT DISTINCT c."clientId" AS client, c."currency" AS unit FROM "ClientCredit" c
      WHERE c."accountId" = account AND c."paymentId" = ANY (payments)
    LOOP
      PERFORM "assert_client_credit"(account, issued.client, issued.unit);
    END LOOP;
  END IF;
  IF cardinality(contacts) > 0 THEN
    UPDATE "Contact" SET "portalSince" = moment WHERE "accountId" = account AND "id" = ANY (contacts);
  END IF;
END
$$;
