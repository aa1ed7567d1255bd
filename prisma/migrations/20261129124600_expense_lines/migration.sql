-- CreateEnum
CREATE TYPE "ExpenseKind" AS ENUM ('EXPENSE', 'CREDIT_NOTE');

-- AlterTable
ALTER TABLE "Expense" ADD COLUMN     "documentDate" DATE,
ADD COLUMN     "kind" "ExpenseKind" NOT NULL DEFAULT 'EXPENSE',
ADD COLUMN     "netAmount" DECIMAL(15,4);

-- CreateTable
CREATE TABLE "ExpenseLine" (
    "accountId" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "expenseId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT,
    "quantity" DECIMAL(21,12) NOT NULL,
    "unit" TEXT,
    "unitPrice" DECIMAL(24,12),
    "net" DECIMAL(15,4) NOT NULL,
    "taxCategory" "TaxCategory" NOT NULL,
    "taxRate" DECIMAL(9,6) NOT NULL,
    "tax" DECIMAL(15,4) NOT NULL,
    "deductiblePercent" DECIMAL(9,6) NOT NULL DEFAULT 100,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ExpenseLine_pkey" PRIMARY KEY ("accountId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ExpenseLine_accountId_expenseId_position_key" ON "ExpenseLine"("accountId", "expenseId", "position");

-- CreateIndex
CREATE INDEX "Expense_accountId_documentDate_id_idx" ON "Expense"("accountId", "documentDate", "id");

-- AddForeignKey
ALTER TABLE "ExpenseLine" ADD CONSTRAINT "ExpenseLine_accountId_expenseId_fkey" FOREIGN KEY ("accountId", "expenseId") REFERENCES "Expense"("accountId", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

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
    UNION ALL SELECT e.id FROM "Expense" e WHERE e."accountId" = workspace AND e."clientId" = subject.id
    UNION ALL SELECT m.id FROM "Payment" m JOIN "Invoice" i ON i."accountId" = m."accountId" AND i.id = m."invoiceId"
      WHERE m."accountId" = workspace AND i."accountId" = workspace AND i."clientId" = subject.id
  ) AS found;
  FOR entry IN
    SELECT l."recordId" AS id, l."recordType" AS type,
      bool_or(l.kind = 'DELETED') AS "isDeleted",
      bool_or(l.before ? 'leadInfo' OR l.after ? 'leadInfo') AS "isLed",
      bool_or(EXISTS (
        SELECT 1 FROM jsonb_each_text(coalesce(l.before, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own || actors)
        UNION ALL
        SELECT 1 FROM jsonb_each_text(coalesce(l.after, '{}')) AS v(key, value) WHERE v.key LIKE '%Id' AND v.value = ANY (own || actors)
      )) AS "isNamed"
    FROM "LogEntry" l
    WHERE l."accountId" = workspace AND (l."recordId" = ANY (records) OR l."recordId" = ANY (actors)) AND NOT l."recordId" = ANY (own)
    GROUP BY 1, 2
  LOOP
    known := entry."isNamed";
    IF NOT known AND entry.type IN ('Contact', 'Project', 'Deliverable', 'TimeEntry', 'Expense', 'ExpenseLine', 'Invoice', 'InvoiceLine', 'InvoiceTaxLine',
      'InvoiceEvent', 'Payment', 'Refund', 'Opportunity', 'FormSubmission', 'MailSuppression', 'OutboxMail', 'Ticket', 'TicketComment')
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

ALTER TABLE "ExpenseLine" ADD CONSTRAINT "ExpenseLine_deductiblePercent_range" CHECK ((("deductiblePercent" >= (0)::numeric) AND ("deductiblePercent" <= (100)::numeric)));

ALTER TABLE "ExpenseLine" ADD CONSTRAINT "ExpenseLine_position_range" CHECK (("position" >= 1));

ALTER TABLE "ExpenseLine" ADD CONSTRAINT "ExpenseLine_taxRate_range" CHECK ((("taxRate" >= (0)::numeric) AND ("taxRate" <= (100)::numeric)));

CREATE TRIGGER raise_version BEFORE UPDATE ON "ExpenseLine" FOR EACH ROW EXECUTE FUNCTION raise_version();

-- A date without a time was stored as midnight UTC. The trigger would raise all versions.
DO $$
BEGIN
  ALTER TABLE "Expense" DISABLE TRIGGER USER;
  UPDATE "Expense" e SET "documentDate" = (e."dateCreated" AT TIME ZONE
    CASE WHEN date_trunc('day', e."dateCreated" AT TIME ZONE 'UTC') = e."dateCreated" AT TIME ZONE 'UTC' THEN 'UTC' ELSE w."timeZone" END)::date
  FROM "Workspace" w WHERE w."accountId" = e."accountId";
  ALTER TABLE "Expense" ENABLE TRIGGER USER;
END
$$;
