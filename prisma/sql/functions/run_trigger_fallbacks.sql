-- Does the work of the triggers for the rows that a transaction changed. For databases without triggers.
CREATE OR REPLACE FUNCTION "run_trigger_fallbacks"(account integer, invoices text[], payments text[], contacts text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  one text;
  credited record;
  -- Citus rejects volatile functions in statements on distributed tables.
  moment timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  IF cardinality(invoices) > 0 THEN
    UPDATE "Invoice" SET "amountDue" = 0
    WHERE "accountId" = account AND "id" = ANY (invoices) AND "status" IN ('VOIDED', 'WRITE_OFF') AND "amountDue" <> 0;
    PERFORM 1 FROM "capture_issued_snapshots"(account, invoices);
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
