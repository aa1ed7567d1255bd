-- Functions and triggers have names that say what they do. Renaming keeps grants and indexes.
ALTER FUNCTION "begin_portal_access"() RENAME TO "set_portal_since";
ALTER FUNCTION "check_credit_note"() RENAME TO "check_invoice_of_credit_note";
ALTER FUNCTION "check_credited"() RENAME TO "check_credited_total";
ALTER FUNCTION "check_invoice"() RENAME TO "check_payment_total";
ALTER FUNCTION "check_payment"() RENAME TO "check_invoice_of_payment";
ALTER FUNCTION "check_refund"() RENAME TO "check_payment_of_refund";
ALTER FUNCTION "check_refunded"() RENAME TO "check_refunded_total";
ALTER FUNCTION "close_log"(integer) RENAME TO "try_lock_audit_log";
ALTER FUNCTION "delete_log"(integer, integer) RENAME TO "delete_audit_log";
ALTER FUNCTION "erase_log"(integer, text[], text[], text[]) RENAME TO "redact_audit_log";
ALTER FUNCTION "keep_issued"(integer, text[]) RENAME TO "capture_issued_snapshots";
ALTER FUNCTION "keep_log"() RENAME TO "prevent_delete_with_audit_log";
ALTER FUNCTION "keep_nothing_of_erased"() RENAME TO "discard_response_of_erased_client";
ALTER FUNCTION "keep_seller"() RENAME TO "capture_issued_snapshot";
ALTER FUNCTION "owe_nothing"() RENAME TO "clear_amount_due";
ALTER FUNCTION "refuse_erased"(integer, text[]) RENAME TO "reject_erased_clients";
ALTER FUNCTION "refuse_for_erased"() RENAME TO "reject_record_of_erased_client";
ALTER FUNCTION "seller_now"(integer, text) RENAME TO "build_seller_snapshot";
ALTER FUNCTION "settle_changed"(integer, text[], text[], text[]) RENAME TO "run_trigger_fallbacks";
ALTER FUNCTION "shows_erased"(integer, text) RENAME TO "contains_erased_client";
ALTER FUNCTION "single_line"(text) RENAME TO "to_single_line";
ALTER FUNCTION "sweep_log"(timestamptz, integer) RENAME TO "delete_expired_audit_entries";
ALTER FUNCTION "sweep_log_changes"(timestamptz, integer) RENAME TO "clear_expired_audit_changes";
ALTER FUNCTION "tell_keys"() RENAME TO "notify_key_changes";
ALTER FUNCTION "write_single_lines"() RENAME TO "convert_texts_to_single_line";

ALTER TRIGGER "tell_keys_deleted" ON "ApiKey" RENAME TO "notify_key_changes_on_delete";
ALTER TRIGGER "tell_keys_truncated" ON "ApiKey" RENAME TO "notify_key_changes_on_truncate";
ALTER TRIGGER "tell_keys_updated" ON "ApiKey" RENAME TO "notify_key_changes_on_update";
ALTER TRIGGER "begin_portal_access" ON "Contact" RENAME TO "set_portal_since_on_update";
ALTER TRIGGER "begin_portal_access_new" ON "Contact" RENAME TO "set_portal_since_on_insert";
ALTER TRIGGER "refuse_for_erased" ON "Contact" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "Contact" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "refuse_for_erased" ON "Expense" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "Expense" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "refuse_for_erased" ON "FormSubmission" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "FormSubmission" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "keep_seller" ON "Invoice" RENAME TO "capture_issued_snapshot";
ALTER TRIGGER "owe_nothing" ON "Invoice" RENAME TO "clear_amount_due";
ALTER TRIGGER "refuse_for_erased" ON "Invoice" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "Invoice" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "keep_nothing_of_erased" ON "KeptAnswer" RENAME TO "discard_response_of_erased_client";
ALTER TRIGGER "refuse_for_erased" ON "Opportunity" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "Opportunity" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "refuse_for_erased" ON "Project" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "Project" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "refuse_for_erased" ON "TimeEntry" RENAME TO "reject_record_of_erased_client";
ALTER TRIGGER "refuse_for_erased_now" ON "TimeEntry" RENAME TO "reject_move_to_erased_client";
ALTER TRIGGER "tell_keys_created" ON "User" RENAME TO "notify_key_changes_on_insert";
ALTER TRIGGER "tell_keys_deleted" ON "User" RENAME TO "notify_key_changes_on_delete";
ALTER TRIGGER "tell_keys_truncated" ON "User" RENAME TO "notify_key_changes_on_truncate";
ALTER TRIGGER "tell_keys_updated" ON "User" RENAME TO "notify_key_changes_on_update";
ALTER TRIGGER "keep_log" ON "Workspace" RENAME TO "prevent_delete_with_audit_log";
ALTER TRIGGER "tell_keys_deleted" ON "Workspace" RENAME TO "notify_key_changes_on_delete";
ALTER TRIGGER "tell_keys_truncated" ON "Workspace" RENAME TO "notify_key_changes_on_truncate";
ALTER TRIGGER "tell_keys_updated" ON "Workspace" RENAME TO "notify_key_changes_on_update";

DROP TRIGGER "ClientCredit_total" ON "ClientCredit";

DROP TRIGGER "CreditNote_total" ON "CreditNote";

DROP TRIGGER "Invoice_inserted_credited" ON "Invoice";

DROP TRIGGER "Invoice_inserted_total" ON "Invoice";

DROP TRIGGER "Invoice_updated_credited" ON "Invoice";

DROP TRIGGER "Invoice_updated_total" ON "Invoice";

DROP TRIGGER "Payment_inserted_credit" ON "Payment";

DROP TRIGGER "Payment_inserted_refunded" ON "Payment";

DROP TRIGGER "Payment_total" ON "Payment";

DROP TRIGGER "Payment_updated_credit" ON "Payment";

DROP TRIGGER "Payment_updated_refunded" ON "Payment";

DROP TRIGGER "Refund_total" ON "Refund";

DROP INDEX "Invoice_number_look_idx";

DROP FUNCTION blank_kept_of_erased(integer,text,text);

DROP FUNCTION log_place(integer,bigint,boolean);

DROP FUNCTION number_look(text);

-- A client has no negative credit in any currency.
CREATE OR REPLACE FUNCTION "assert_client_credit"(account integer, client text, unit text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(c."amount") FROM "ClientCredit" c WHERE c."accountId" = account AND c."clientId" = client
      AND c."currency" = unit AND c."kind" <> 'OWED') < 0 THEN
    RAISE EXCEPTION 'client % of workspace % has a negative credit in %', client, account, unit
      USING ERRCODE = 'check_violation', TABLE = 'ClientCredit', CONSTRAINT = 'ClientCredit_is_not_negative';
  END IF;
END
$$;

-- `creditedTotal` of an invoice is the sum of its credit notes.
CREATE OR REPLACE FUNCTION "assert_credited_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  credited numeric;
BEGIN
  SELECT i."creditedTotal", (
    SELECT coalesce(sum(c."total"), 0) FROM "CreditNote" c WHERE c."accountId" = account AND c."invoiceId" = invoice
  ) INTO recorded, credited
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> credited THEN
    RAISE EXCEPTION 'invoice % of workspace % has the creditedTotal %, but its credit notes sum to %', invoice, account, recorded, credited
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_creditedTotal_is_sum';
  END IF;
END
$$;

-- The credit that a payment states is the sum of its entries in "ClientCredit".
CREATE OR REPLACE FUNCTION "assert_payment_credit"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  changed numeric;
BEGIN
  SELECT CASE WHEN p."reversedAt" IS NULL THEN p."creditedAmount" - CASE WHEN p."fromCredit" THEN p."amount" ELSE 0 END
      ELSE - p."refundedTotal" END, (
    SELECT coalesce(sum(c."amount"), 0) FROM "ClientCredit" c WHERE c."accountId" = account AND c."paymentId" = payment
  ) INTO recorded, changed
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> changed THEN
    RAISE EXCEPTION 'payment % of workspace % states a credit of %, but its entries in ClientCredit sum to %', payment, account, recorded, changed
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_credit_is_sum';
  END IF;
END
$$;

-- `paymentTotal` of an invoice is the sum of its payments, without reversed ones, refunds and what became credit.
CREATE OR REPLACE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  applied numeric;
BEGIN
  SELECT i."paymentTotal", (
    SELECT coalesce(sum(p."amount" - p."refundedTotal" - p."creditedAmount") FILTER (WHERE p."reversedAt" IS NULL), 0)
    FROM "Payment" p WHERE p."accountId" = account AND p."invoiceId" = invoice
  ) INTO recorded, applied
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> applied THEN
    RAISE EXCEPTION 'invoice % of workspace % has the paymentTotal %, but its payments sum to %', invoice, account, recorded, applied
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_paymentTotal_is_sum';
  END IF;
END
$$;

-- `refundedTotal` of a payment is the sum of its refunds.
CREATE OR REPLACE FUNCTION "assert_refunded_total"(account integer, payment text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  refunded numeric;
BEGIN
  SELECT p."refundedTotal", (
    SELECT coalesce(sum(r."amount"), 0) FROM "Refund" r WHERE r."accountId" = account AND r."paymentId" = payment
  ) INTO recorded, refunded
  FROM "Payment" p WHERE p."accountId" = account AND p."id" = payment;
  IF recorded <> refunded THEN
    RAISE EXCEPTION 'payment % of workspace % has the refundedTotal %, but its refunds sum to %', payment, account, recorded, refunded
      USING ERRCODE = 'check_violation', TABLE = 'Payment', CONSTRAINT = 'Payment_refundedTotal_is_sum';
  END IF;
END
$$;

-- Assigns the next log position where tables are distributed: entries are numbered when they are written, under a lock of the workspace.
CREATE OR REPLACE FUNCTION "assign_log_position"(workspace integer) RETURNS bigint
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1279805300, workspace);
  IF NOT EXISTS (SELECT FROM "Workspace" w WHERE w."accountId" = workspace) THEN
    RAISE 'Workspace % does not exist, so its audit log cannot be written.', workspace USING ERRCODE = 'foreign_key_violation';
  END IF;
  PERFORM pg_notify('actiongraph_' || workspace, 'LOG');
  RETURN nextval('"LogEntry_place_seq"');
END
$$;

-- Returns the seller as an invoice prints it, and stores its logo, which invoices share.
CREATE OR REPLACE FUNCTION "build_seller_snapshot"(account integer, template text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  "logoHash" TEXT;
BEGIN
  INSERT INTO "SellerLogo" ("accountId", "sha256", "bytes", "mediaType", "width", "height")
  SELECT l."accountId", encode(sha256(l."bytes"), 'hex'), l."bytes", l."mediaType", l."width", l."height"
  FROM "WorkspaceLogo" l WHERE l."accountId" = account
  ON CONFLICT DO NOTHING;
  SELECT encode(sha256(l."bytes"), 'hex') INTO "logoHash" FROM "WorkspaceLogo" l WHERE l."accountId" = account;
  RETURN (
    SELECT jsonb_build_object(
      'name', w."name", 'address1', w."address1", 'address2', w."address2", 'city', w."city", 'locality', w."locality",
      'postal', w."postal", 'country', w."country", 'taxId', w."taxId", 'taxLabel', w."taxLabel", 'taxNumber', w."taxNumber",
      'legalId', w."legalId", 'legalIdScheme', w."legalIdScheme", 'phone', w."phone",
      'website', w."website", 'accountHolder', w."accountHolder", 'iban', w."iban", 'bic', w."bic", 'language', w."language",
      'accentColor', w."accentColor", 'pageSize', w."pageSize", 'invoiceLayout', w."invoiceLayout", 'logoPlace', w."logoPlace",
      'logo', "logoHash",
      'footer', (SELECT t."footer" FROM "InvoiceTemplate" t WHERE t."accountId" = account AND t."id" = template)
    ) FROM "Workspace" w WHERE w."accountId" = account
  );
END
$$;

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

-- Retention: sets `before` and `after` to null in at most `most` audit entries that were published before `until`. Returns how many.
CREATE OR REPLACE FUNCTION "clear_expired_audit_changes"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  cleared bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'Changes in audit entries of the last twelve hours cannot be cleared.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE "LogEntry" l SET before = NULL, after = NULL FROM (
    SELECT "accountId", place FROM "LogEntry"
    WHERE coalesce("publishedAt", "createdAt") < until AND (before IS NOT NULL OR after IS NOT NULL)
    ORDER BY coalesce("publishedAt", "createdAt") LIMIT most FOR UPDATE SKIP LOCKED
  ) old WHERE l."accountId" = old."accountId" AND l.place = old.place;
  GET DIAGNOSTICS cleared = ROW_COUNT;
  RETURN cleared;
END
$$;

REVOKE EXECUTE ON FUNCTION "clear_expired_audit_changes"(timestamp with time zone,integer) FROM PUBLIC;

-- Sets a stored response to null if it contains data of an erased client. For databases without triggers.
CREATE OR REPLACE FUNCTION "clear_response_of_erased_client"(account integer, caller_id text, response_key text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  stored text;
BEGIN
  SELECT k."answer" INTO stored FROM "KeptAnswer" k
  WHERE k."accountId" = account AND k."caller" = caller_id AND k."key" = response_key;
  IF stored IS NOT NULL AND "contains_erased_client"(account, stored) THEN
    UPDATE "KeptAnswer" SET "answer" = NULL
    WHERE "accountId" = account AND "caller" = caller_id AND "key" = response_key;
  END IF;
END
$$;

-- Whether a response contains an id or printed data of an erased client.
CREATE OR REPLACE FUNCTION "contains_erased_client"(account integer, answer text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM "Invoice" i
    WHERE i."accountId" = account AND i."erasedAt" IS NOT NULL
      AND (strpos(answer, i."id") > 0 OR EXISTS (
        -- Texts as JSON contains them, without the quotes.
        SELECT FROM jsonb_each_text(i."clientInfo") AS printed(part, text)
        WHERE printed.part IN ('name', 'address1', 'address2', 'phone', 'taxId', 'website')
          AND length(printed.text) >= 4
          AND strpos(answer, substr(to_jsonb(printed.text)::text, 2, length(to_jsonb(printed.text)::text) - 2)) > 0)));
END
$$;

-- Converts stored texts with to_single_line. Returns those that cannot be changed, with the reason.
CREATE OR REPLACE FUNCTION "convert_texts_to_single_line"() RETURNS TABLE(workspace integer, model text, id text, field text, text text, reason text)
LANGUAGE plpgsql AS $$
DECLARE
  place RECORD;
  found_line RECORD;
  detail TEXT;
BEGIN
  FOR place IN
    SELECT n.model, c.field, CASE n.model WHEN 'Workspace' THEN 'accountId' ELSE 'id' END AS key,
      CASE n.model WHEN 'Person' THEN 'NULL::int' ELSE '"accountId"' END AS account
    FROM (VALUES
      ('ApiKey', 'name'),
      ('CalendarEvent', 'summary location externalId'),
      ('Client', 'name initials leadSource phone website taxId address1 address2 city locality postal country externalId source'),
      ('Contact', 'firstName lastName role email phone mobile externalId source'),
      ('CustomField', 'name mappingKey'),
      ('Deliverable', 'name ticketId externalId source'),
      ('EmailTemplate', 'name subject'),
      ('Expense', 'category billNo externalId source'),
      ('Form', 'name'),
      ('Invoice', 'externalId source'),
      ('InvoiceTemplate', 'name'),
      ('Opportunity', 'name externalId source'),
      ('Payment', 'referenceNumber externalId source'),
      ('Person', 'email name'),
      ('PipelineStage', 'label'),
      ('Project', 'name externalId source'),
      ('ProjectTemplate', 'name'),
      ('ProjectTemplateDeliverable', 'name'),
      ('ProjectType', 'name'),
      ('Refund', 'referenceNumber'),
      ('TaskStage', 'label'),
      ('TaxComponent', 'name'),
      ('TaxRule', 'name providerId'),
      ('TimeEntry', 'externalId source'),
      ('User', 'email firstName lastName'),
      ('Vendor', 'name email phone website taxId'),
      ('Workspace', 'name taxId taxLabel phone website address1 address2 city locality postal country accountHolder '
        || 'invoiceNumberPattern creditNoteNumberPattern depositNumberPattern')
    ) AS n (model, fields), regexp_split_to_table(n.fields, ' ') AS c (field)
  LOOP
    FOR found_line IN EXECUTE format(
      'SELECT %1$s AS account, %2$I::text AS key, %3$I AS line FROM %4$I
       WHERE %3$I !~ ''^[!-~]+( [!-~]+)*$'' AND %3$I <> "to_single_line"(%3$I) ORDER BY 1, %2$I',
      place.account, place.key, place.field, place.model)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %1$I SET %2$I = nullif("to_single_line"(%2$I), ''''), "version" = "version" + 1, "updatedAt" = now()
            WHERE %3$I::text = $2 AND ($1 IS NULL OR %4$s = $1)',
          place.model, place.field, place.key, place.account)
        USING found_line.account, found_line.key;
      EXCEPTION WHEN unique_violation OR not_null_violation OR check_violation THEN
        GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
        RETURN QUERY SELECT found_line.account, place.model, found_line.key, place.field, found_line.line, detail;
      END;
    END LOOP;
  END LOOP;
END
$$;

-- Deletes at most `most` audit entries of a deleted workspace. Returns how many.
CREATE OR REPLACE FUNCTION "delete_audit_log"(workspace integer, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF NOT EXISTS (SELECT FROM "Workspace" WHERE "accountId" = workspace AND "deletedAt" IS NOT NULL) THEN
    RAISE 'Workspace % is not deleted, so its audit entries cannot be deleted.', workspace USING ERRCODE = 'insufficient_privilege';
  END IF;
  DELETE FROM "LogEntry" l USING (
    SELECT place FROM "LogEntry" WHERE "accountId" = workspace LIMIT most
  ) old WHERE l."accountId" = workspace AND l.place = old.place;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_audit_log"(integer,integer) FROM PUBLIC;

-- Retention: deletes at most `most` audit entries that were published before `until`. Returns how many. If it deletes all entries of a workspace, its next
-- position is still greater than theirs.
CREATE OR REPLACE FUNCTION "delete_expired_audit_entries"(until timestamp with time zone, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  deleted bigint;
  last bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  IF until IS NULL OR until > now() - interval '12 hours' THEN
    RAISE 'Audit entries of the last twelve hours cannot be deleted.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH removed AS (
    DELETE FROM "LogEntry" l USING (
      SELECT oldest."accountId", oldest.place FROM "Workspace" w CROSS JOIN LATERAL (
        SELECT e."accountId", e.place FROM "LogEntry" e WHERE e."accountId" = w."accountId" AND coalesce(e."publishedAt", e."createdAt") < until
        ORDER BY coalesce(e."publishedAt", e."createdAt") LIMIT most FOR UPDATE SKIP LOCKED
      ) oldest LIMIT most
    ) old WHERE l."accountId" = old."accountId" AND l.place = old.place RETURNING l.place
  )
  SELECT count(*), max(place) INTO deleted, last FROM removed;
  IF last > (SELECT last_value FROM "LogEntry_place_seq") THEN
    PERFORM setval('"LogEntry_place_seq"', last);
  END IF;
  RETURN deleted;
END
$$;

REVOKE EXECUTE ON FUNCTION "delete_expired_audit_entries"(timestamp with time zone,integer) FROM PUBLIC;

-- Trigger of "KeptAnswer": a response is not stored if it contains data of an erased client.
CREATE OR REPLACE FUNCTION "discard_response_of_erased_client"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF "contains_erased_client"(NEW."accountId", NEW."answer") THEN
    NEW."answer" := NULL;
  END IF;
  RETURN NEW;
END
$$;

-- Trigger of "Workspace": a workspace can be deleted only after its audit entries.
CREATE OR REPLACE FUNCTION "prevent_delete_with_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "try_lock_audit_log"(OLD."accountId") THEN
    RAISE 'The audit log of workspace % is being written. Delete the workspace later.', OLD."accountId" USING ERRCODE = 'lock_not_available';
  END IF;
  IF EXISTS (SELECT 1 FROM "LogEntry" WHERE "accountId" = OLD."accountId") THEN
    RAISE 'Workspace % has audit entries. Delete them before the workspace.', OLD."accountId" USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END
$$;

-- Moves committed entries, of one workspace or of all, from the staging table to the log and gives them their positions. Notifies subscribers. Returns
-- how many entries it moved, and null while another session publishes, erases or deletes entries.
-- Entries of one record are staged while its row is locked, so their order in the staging table is the order of the changes.
CREATE OR REPLACE FUNCTION "publish_log_entries"(most integer, workspace integer DEFAULT NULL::integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  columns text;
  workspaces int[];
  published int;
BEGIN
  IF NOT pg_try_advisory_xact_lock(1279805301, 0) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_inherits
    WHERE inhrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND inhparent = '"LogEntry"'::regclass)
  THEN
    RAISE 'The staging table belongs to the audit log in another schema of this database.' USING ERRCODE = 'wrong_object_type';
  END IF;
  -- All columns that there are: a later migration may add some.
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
  WHERE attrelid = '"actiongraph_log"."NewLogEntry"'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('place', 'publishedAt');
  EXECUTE format('WITH taken AS (
      DELETE FROM ONLY "actiongraph_log"."NewLogEntry"
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM ONLY "actiongraph_log"."NewLogEntry"
        WHERE $3 IS NULL OR "accountId" = $3 ORDER BY "accountId", place LIMIT $1)) RETURNING *
    ), last AS (
      SELECT w."accountId", coalesce((SELECT max(l.place) FROM ONLY "LogEntry" l WHERE l."accountId" = w."accountId"),
        (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "LogEntry_place_seq")) AS place
      FROM "Workspace" w WHERE w."accountId" IN (SELECT "accountId" FROM taken)
    ), published AS (
      INSERT INTO "LogEntry" (place, "publishedAt", %1$s)
      SELECT last.place + row_number() OVER (PARTITION BY "accountId" ORDER BY taken.place), $2, %1$s
      FROM taken JOIN last USING ("accountId") ORDER BY "accountId", taken.place RETURNING "accountId"
    )
    SELECT (SELECT count(*) FROM taken), array_agg(DISTINCT "accountId") FROM published', columns) INTO published, workspaces USING most, clock_timestamp(), workspace;
  PERFORM pg_notify('actiongraph_' || w.id, 'LOG') FROM unnest(workspaces) AS w (id);
  RETURN published;
END
$$;

REVOKE EXECUTE ON FUNCTION "publish_log_entries"(integer,integer) FROM PUBLIC;

-- Removes the values of an erased client or contact from the audit log. The transaction must have written the ERASED entry of the record: the role of
-- the service cannot change entries in any other way. `records` belong to the erased record, `actors` are erased contacts, and values of other records
-- are removed if they contain one of the `words`. Returns the number of changed entries.
CREATE OR REPLACE FUNCTION "redact_audit_log"(workspace integer, records text[], actors text[], words text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  subject record;
  entry record;
  own text[];
  patterns text[];
  known boolean;
  isThere boolean;
  merged text[];
  blanked bigint;
  named bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1279805301, 0);
  SELECT l."recordType" AS type, l."recordId" AS id INTO subject FROM "LogEntry" l
  WHERE l."accountId" = workspace AND l.kind = 'ERASED' AND l."recordId" = ANY (records)
    AND l.xmin::text::bigint = (pg_current_xact_id()::text)::bigint & 4294967295
    AND (l.transaction = (pg_current_xact_id()::text)::bigint OR to_regclass('"actiongraph_log"."NewLogEntry"') IS NULL)
  ORDER BY l.place DESC LIMIT 1;
  IF subject.id IS NULL THEN
    RAISE 'The audit log can be redacted only in a transaction that wrote the ERASED entry of the client or contact.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF subject.type NOT IN ('Client', 'Contact')
    OR subject.type = 'Client' AND EXISTS (
      SELECT 1 FROM "Client" c WHERE c."accountId" = workspace AND c.id = subject.id AND c."erasedAt" IS NULL)
    OR subject.type = 'Contact' AND EXISTS (
      SELECT 1 FROM "Contact" c WHERE c."accountId" = workspace AND c.id = subject.id)
  THEN
    RAISE 'The audit log can be redacted only for an erased client or a deleted contact.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(actors) AS a(id) WHERE a.id NOT LIKE 'con\_%')
    OR EXISTS (SELECT 1 FROM "Contact" c WHERE c."accountId" = workspace AND c.id = ANY (actors))
  THEN
    RAISE 'Only deleted contacts can be redacted as actors.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(words) AS w(word) WHERE octet_length(w.word) < 4) THEN
    RAISE 'Words of fewer than four bytes cannot be redacted: they match other values.' USING ERRCODE = 'insufficient_privilege';
  END IF;

  -- Ids of the client's own records, by which other records refer to it.
  SELECT ARRAY[subject.id] || array_agg(found.id) INTO own FROM (
    SELECT i.id FROM "Invoice" i WHERE i."accountId" = workspace AND i."clientId" = subject.id
    UNION ALL SELECT p.id FROM "Project" p WHERE p."accountId" = workspace AND p."clientId" = subject.id
    UNION ALL SELECT n.id FROM "CreditNote" n WHERE n."accountId" = workspace AND n."clientId" = subject.id
    UNION ALL SELECT m.id FROM "Payment" m JOIN "Invoice" i ON i."accountId" = m."accountId" AND i.id = m."invoiceId"
      WHERE m."accountId" = workspace AND i."accountId" = workspace AND i."clientId" = subject.id
  ) AS found;
  FOR entry IN
    SELECT l."recordId" AS id, l."recordType" AS type,
      bool_or(l.kind = 'DELETED') AS "isDeleted",
      bool_or(l.before ? 'leadInfo' OR l.after ? 'leadInfo') AS "isLed",
      bool_or(EXISTS (
        SELECT 1 FROM jsonb_each_text(coalesce(l.before, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own)
        UNION ALL
        SELECT 1 FROM jsonb_each_text(coalesce(l.after, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own)
      )) AS "isNamed"
    FROM "LogEntry" l
    WHERE l."accountId" = workspace AND (l."recordId" = ANY (records) OR l."recordId" = ANY (actors)) AND NOT l."recordId" = ANY (own)
    GROUP BY 1, 2
  LOOP
    known := entry."isNamed";
    IF NOT known AND entry.type IN ('Contact', 'Project', 'Deliverable', 'TimeEntry', 'Expense', 'Invoice', 'InvoiceLine', 'InvoiceTaxLine',
      'InvoiceEvent', 'Payment', 'Refund', 'Opportunity', 'FormSubmission', 'OutboxMail')
    THEN
      EXECUTE format(
        'SELECT count(*) > 0, coalesce(bool_or(EXISTS (SELECT 1 FROM jsonb_each_text(to_jsonb(t)) AS v(key, value)
           WHERE v.key LIKE ''%%Id'' AND v.value = ANY ($3))), false) FROM %I t WHERE t."accountId" = $1 AND t.id = $2', entry.type)
      INTO isThere, known USING workspace, entry.id, own;
      known := known OR NOT isThere AND NOT entry."isDeleted"
        -- The contact that brought the opportunity is erased. The opportunity belongs to the client.
        OR subject.type = 'Contact' AND entry.type = 'Opportunity' AND entry."isLed" AND EXISTS (
          SELECT 1 FROM "Opportunity" o WHERE o."accountId" = workspace AND o.id = entry.id AND o."leadInfo" IS NULL);
    END IF;
    IF NOT known THEN
      RAISE '% does not belong to the erased client or contact, so its audit entries cannot be redacted.', entry.id USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;

  SELECT coalesce(array_agg(DISTINCT m.record ->> 'id'), '{}') INTO merged
  FROM "LogEntry" l CROSS JOIN LATERAL jsonb_array_elements(l.after -> 'mergedRecords') AS m(record)
  WHERE l."accountId" = workspace AND l."recordId" = ANY (records) AND l."recordType" IN ('Client', 'Contact');

  -- Words as JSON contains them.
  SELECT coalesce(array_agg('%' || replace(replace(replace(substr(j.word, 2, length(j.word) - 2), '\', '\\'), '%', '\%'), '_', '\_') || '%'), '{}')
  INTO patterns FROM (SELECT to_json(w.word)::text AS word FROM unnest(words) AS w(word)) AS j;
  UPDATE "LogEntry" SET before = NULL, after = NULL
  WHERE "accountId" = workspace AND (before IS NOT NULL OR after IS NOT NULL) AND (
    "recordId" = ANY (records || merged)
    OR ARRAY[before ->> 'clientId', after ->> 'clientId', before ->> 'contactId', after ->> 'contactId'] && (ARRAY[subject.id] || actors || merged)
    OR (coalesce(before::text, '') || E'\n' || coalesce(after::text, '')) ILIKE ANY (patterns));
  GET DIAGNOSTICS blanked = ROW_COUNT;
  UPDATE "LogEntry" SET "actorName" = NULL, address = NULL
  WHERE "accountId" = workspace AND "actorKind" = 'CONTACT' AND "actorId" = ANY (actors || merged)
    AND ("actorName" IS NOT NULL OR address IS NOT NULL);
  GET DIAGNOSTICS named = ROW_COUNT;
  RETURN blanked + named;
END
$$;

REVOKE EXECUTE ON FUNCTION "redact_audit_log"(integer,text[],text[],text[]) FROM PUBLIC;

-- An erased client gets no new records. For databases without triggers.
CREATE OR REPLACE FUNCTION "reject_erased_clients"(account integer, clients text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  erased text;
BEGIN
  SELECT c."id" INTO erased FROM "Client" c
  WHERE c."accountId" = account AND c."id" = ANY (clients) AND c."erasedAt" IS NOT NULL LIMIT 1;
  IF erased IS NOT NULL THEN
    RAISE EXCEPTION 'client % is erased', erased
      USING ERRCODE = 'check_violation', TABLE = 'Client', CONSTRAINT = 'Client_erased_rejects_new_records';
  END IF;
END
$$;

-- Trigger of tables with a `clientId`: an erased client gets no new records, except when the owner of the table restores a backup.
CREATE OR REPLACE FUNCTION "reject_record_of_erased_client"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Client" c
      WHERE c."accountId" = NEW."accountId" AND c.id = NEW."clientId" AND c."erasedAt" IS NOT NULL)
    AND NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'client % is erased', NEW."clientId"
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'Client_erased_rejects_new_records';
  END IF;
  RETURN NULL;
END
$$;

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

-- Trigger of "Contact": invalidates portal sessions that are older than `portalSince`.
CREATE OR REPLACE FUNCTION "set_portal_since"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- Milliseconds are cut off: `portalSince` must not be in the future.
  NEW."portalSince" := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END
$$;

CREATE CONSTRAINT TRIGGER check_client_credit AFTER INSERT OR DELETE OR UPDATE ON "ClientCredit" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_client_credit();

CREATE CONSTRAINT TRIGGER check_invoice_of_credit_note AFTER INSERT OR DELETE OR UPDATE OF total, "invoiceId", "accountId" ON "CreditNote" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_of_credit_note();

CREATE CONSTRAINT TRIGGER check_credited_total_on_insert AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."creditedTotal" <> (0)::numeric)) EXECUTE FUNCTION check_credited_total();

CREATE CONSTRAINT TRIGGER check_credited_total_on_update AFTER UPDATE OF "creditedTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."creditedTotal" IS DISTINCT FROM old."creditedTotal")) EXECUTE FUNCTION check_credited_total();

CREATE CONSTRAINT TRIGGER check_payment_total_on_insert AFTER INSERT ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."paymentTotal" <> (0)::numeric)) EXECUTE FUNCTION check_payment_total();

CREATE CONSTRAINT TRIGGER check_payment_total_on_update AFTER UPDATE OF "paymentTotal" ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."paymentTotal" IS DISTINCT FROM old."paymentTotal")) EXECUTE FUNCTION check_payment_total();

CREATE CONSTRAINT TRIGGER check_invoice_of_payment AFTER INSERT OR DELETE OR UPDATE OF amount, "invoiceId", "accountId", "reversedAt", "refundedTotal", "creditedAmount" ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_of_payment();

CREATE CONSTRAINT TRIGGER check_payment_credit_on_insert AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."fromCredit" OR (new."creditedAmount" <> (0)::numeric))) EXECUTE FUNCTION check_payment_credit();

CREATE CONSTRAINT TRIGGER check_payment_credit_on_update AFTER UPDATE OF amount, "creditedAmount", "refundedTotal", "reversedAt", "fromCredit" ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."fromCredit" OR old."fromCredit" OR (new."creditedAmount" <> (0)::numeric) OR (old."creditedAmount" <> (0)::numeric) OR ((new."reversedAt" IS NOT NULL) AND (new."refundedTotal" <> (0)::numeric)))) EXECUTE FUNCTION check_payment_credit();

CREATE CONSTRAINT TRIGGER check_refunded_total_on_insert AFTER INSERT ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."refundedTotal" <> (0)::numeric)) EXECUTE FUNCTION check_refunded_total();

CREATE CONSTRAINT TRIGGER check_refunded_total_on_update AFTER UPDATE OF "refundedTotal" ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."refundedTotal" IS DISTINCT FROM old."refundedTotal")) EXECUTE FUNCTION check_refunded_total();

CREATE CONSTRAINT TRIGGER check_payment_of_refund AFTER INSERT OR DELETE OR UPDATE OF amount, "paymentId", "accountId" ON "Refund" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payment_of_refund();
