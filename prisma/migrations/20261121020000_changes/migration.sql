-- Changes are told by NOTIFY from the transaction that makes them, whoever writes. NOTIFY makes committing transactions
-- take turns, so a workspace's changes are told only while somebody listens to them.

CREATE TABLE "ChangeListener" (
    "accountId" INTEGER NOT NULL,
    "process" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ChangeListener_pkey" PRIMARY KEY ("accountId","process")
);

ALTER TABLE "ChangeListener" ADD CONSTRAINT "ChangeListener_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Workspace"("accountId") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER raise_version BEFORE UPDATE ON "ChangeListener" FOR EACH ROW EXECUTE FUNCTION "raise_version"();

-- Tells who listens to a workspace, on a channel of its own, what became of records: "UPDATED Client cli_1 cli_2". A
-- payload may have 8000 bytes and a key of an index fewer than 2800, so that no write can fail for its ids.
CREATE FUNCTION "tell"(account integer, what text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('actiongraph_' || account, what || ' ' || string_agg(id, ' '))
  FROM (
    SELECT id, sum(octet_length(id) + 1) OVER (ORDER BY id) / 4000 AS part
    FROM (SELECT DISTINCT id FROM unnest(ids) AS id) AS each
  ) AS parts
  GROUP BY part;
END
$$;

-- Tells of the rows of "changed". Arguments: what to say before the ids, the column that has the id, what stands before
-- it. Each statement looks anew whether somebody listens: once however many rows it writes.
CREATE FUNCTION "tell_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "ChangeListener" WHERE "expiresAt" > now()) THEN
    PERFORM "tell"("accountId", TG_ARGV[0], array_agg(TG_ARGV[2] || (to_jsonb(changed) ->> TG_ARGV[1])))
    FROM changed
    WHERE "accountId" IN (SELECT "accountId" FROM "ChangeListener" WHERE "expiresAt" > now())
    GROUP BY "accountId";
  END IF;
  RETURN NULL;
END
$$;

-- Lets the changes of a table be told.
CREATE FUNCTION "tell_changes_of"(
  table_name text, id_column text DEFAULT 'id', id_prefix text DEFAULT ''
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  told record;
BEGIN
  FOR told IN
    SELECT * FROM (VALUES ('INSERT', 'NEW', 'CREATED'), ('UPDATE', 'NEW', 'UPDATED'), ('DELETE', 'OLD', 'DELETED'))
    AS told (event, side, kind)
  LOOP
    EXECUTE format(
      'CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"(%L, %L, %L)',
      'tell_' || lower(told.kind), told.event, table_name, told.side,
      told.kind || ' ' || table_name, id_column, id_prefix
    );
  END LOOP;
END
$$;

SELECT "tell_changes_of"(table_name) FROM unnest(ARRAY[
  'ApiKey', 'CalendarEvent', 'Client', 'Contact', 'CustomField', 'Deliverable', 'EmailTemplate', 'Expense', 'Form',
  'FormSubmission', 'Invoice', 'InvoiceLine', 'InvoiceTaxLine', 'InvoiceTemplate', 'Opportunity', 'OutboxMail',
  'Payment', 'PipelineStage', 'Project', 'ProjectTemplate', 'ProjectTemplateDeliverable', 'ProjectType', 'TaskStage',
  'TaxComponent', 'TaxRule', 'TimeEntry', 'Vendor'
]) AS table_name;
SELECT "tell_changes_of"('User', 'id', 'usr_');
SELECT "tell_changes_of"('Workspace', 'accountId', 'wsp_');

-- Who works on a deliverable is part of it.
CREATE TRIGGER tell_created AFTER INSERT ON "DeliverableAssignee" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Deliverable', 'deliverableId', '');
CREATE TRIGGER tell_deleted AFTER DELETE ON "DeliverableAssignee" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes"('UPDATED Deliverable', 'deliverableId', '');

-- That a key was used is no change of it.
CREATE FUNCTION "tell_changes_of_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tell"("accountId", 'UPDATED ApiKey', array_agg(id))
  FROM changed JOIN before USING ("accountId", id)
  WHERE changed."lastUsedAt" IS NOT DISTINCT FROM before."lastUsedAt"
    AND "accountId" IN (SELECT "accountId" FROM "ChangeListener" WHERE "expiresAt" > now())
  GROUP BY "accountId";
  RETURN NULL;
END
$$;

DROP TRIGGER tell_updated ON "ApiKey";
CREATE TRIGGER tell_updated AFTER UPDATE ON "ApiKey" REFERENCING NEW TABLE AS changed OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_changes_of_keys"();
