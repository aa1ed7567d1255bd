-- What the Prisma schema cannot say: search indexes, partial and expression indexes, CHECK constraints and triggers.
-- Prisma's diff does not look at CHECK constraints, triggers and indexes over expressions.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Client search: prefixes of name and phone, prefixes of a contact's e-mail and phone, any part of a contact's full
-- name. Contact search: any part of the full name or the e-mail. A query has to use these very expressions.
CREATE INDEX "Client_search_name_idx" ON "Client" ("accountId", lower("name") text_pattern_ops);
CREATE INDEX "Client_search_phone_idx" ON "Client" ("accountId", lower("phone") text_pattern_ops);
CREATE INDEX "Contact_search_email_idx" ON "Contact" ("accountId", lower("email") text_pattern_ops);
CREATE INDEX "Contact_search_phone_idx" ON "Contact" ("accountId", lower("phone") text_pattern_ops);
-- The pending list is read from end to end by every search, and a write that fills it empties it: 1 MB is little for
-- both, and loads of 100,000 rows are still three times as fast as with a quarter of it.
CREATE INDEX "Contact_search_text_idx" ON "Contact" USING gin (
  "accountId",
  lower(coalesce("firstName", '') || ' ' || coalesce("lastName", '')) gin_trgm_ops,
  lower("email") gin_trgm_ops
) WITH (gin_pending_list_limit = 1024);
-- Near matches of a client's name that was not found.
CREATE INDEX "Client_near_name_idx" ON "Client" USING gin (
  "accountId",
  lower("name") gin_trgm_ops
) WITH (gin_pending_list_limit = 1024);

CREATE UNIQUE INDEX "User_email_key" ON "User" ("accountId", lower("email"));
CREATE UNIQUE INDEX "Contact_default_key" ON "Contact" ("accountId", "clientId") WHERE "defaultContact";
CREATE UNIQUE INDEX "ProjectType_default_key" ON "ProjectType" ("accountId") WHERE "isDefaultProjectType";
CREATE UNIQUE INDEX "InvoiceTemplate_default_key" ON "InvoiceTemplate" ("accountId") WHERE "isDefault";
CREATE UNIQUE INDEX "EmailTemplate_default_key" ON "EmailTemplate" ("accountId") WHERE "isDefault";

-- Names by which records are found are trimmed and not blank, or uniqueness would not mean what it says.
DO $$
DECLARE
  named record;
BEGIN
  FOR named IN
    SELECT * FROM (VALUES
      ('Workspace', 'name'), ('User', 'email'), ('ApiKey', 'name'), ('ApiKey', 'prefix'), ('Client', 'name'),
      ('CustomField', 'name'), ('CustomField', 'mappingKey'), ('ProjectType', 'name'), ('TaskStage', 'label'),
      ('ProjectTemplate', 'name'), ('ProjectTemplateDeliverable', 'name'), ('Project', 'name'),
      ('Deliverable', 'name'), ('Vendor', 'name'), ('PipelineStage', 'label'), ('Opportunity', 'name'),
      ('Form', 'name'), ('TaxRule', 'name'), ('TaxComponent', 'name'), ('InvoiceTemplate', 'name'),
      ('EmailTemplate', 'name'), ('Invoice', 'invoiceNumberFormatted'), ('InvoiceTaxLine', 'name'),
      ('CalendarEvent', 'timezone'), ('Workspace', 'timeZone')
    ) AS n (table_name, column_name)
  LOOP
    EXECUTE format(
      'ALTER TABLE %1$I ADD CONSTRAINT %2$I CHECK (%3$I <> '''' AND %3$I = btrim(%3$I, E'' \t\r\n''))',
      named.table_name, named.table_name || '_' || named.column_name || '_trimmed', named.column_name
    );
  END LOOP;
END
$$;

-- Codes and colours.
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "Client" ADD CONSTRAINT "Client_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_currency_code" CHECK ("currency" ~ '^[A-Z]{3}$');
ALTER TABLE "Project" ADD CONSTRAINT "Project_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$');
ALTER TABLE "TaskStage" ADD CONSTRAINT "TaskStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$');
ALTER TABLE "PipelineStage" ADD CONSTRAINT "PipelineStage_hexColor_format" CHECK ("hexColor" ~ '^#[0-9a-fA-F]{6}$');
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_hash_is_sha256" CHECK ("hash" ~ '^[0-9a-f]{64}$');

-- Percentages. Taxes can be negative (withholding).
ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_defaultTaxRate_range" CHECK ("defaultTaxRate" BETWEEN -100 AND 100);
ALTER TABLE "Client" ADD CONSTRAINT "Client_defaultTaxRate_range" CHECK ("defaultTaxRate" BETWEEN -100 AND 100);
ALTER TABLE "TaxComponent"
  ADD CONSTRAINT "TaxComponent_rate_range" CHECK ("rate" BETWEEN -100 AND 100),
  ADD CONSTRAINT "TaxComponent_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "TaxComponent_compoundOnOrder_earlier" CHECK (
    "compoundOnOrder" IS NULL OR ("compound" AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order")
  );
ALTER TABLE "InvoiceTaxLine"
  ADD CONSTRAINT "InvoiceTaxLine_rate_range" CHECK ("rate" BETWEEN -100 AND 100),
  ADD CONSTRAINT "InvoiceTaxLine_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "InvoiceTaxLine_compoundOnOrder_earlier" CHECK (
    "compoundOnOrder" IS NULL OR ("compound" AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order")
  );

-- Money.
ALTER TABLE "Expense"
  ADD CONSTRAINT "Expense_amount_range" CHECK ("amount" >= 0),
  ADD CONSTRAINT "Expense_taxRate_range" CHECK ("taxRate" BETWEEN -100 AND 100),
  ADD CONSTRAINT "Expense_markupPercent_range" CHECK ("markupPercent" >= -100),
  ADD CONSTRAINT "Expense_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL);
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_amount_range" CHECK ("amount" > 0);
ALTER TABLE "InvoiceSequence" ADD CONSTRAINT "InvoiceSequence_nextNumber_range" CHECK ("nextNumber" >= 1);
ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_invoiceNumber_range" CHECK ("invoiceNumber" >= 0),
  ADD CONSTRAINT "Invoice_discountPercent_range" CHECK ("discountPercent" BETWEEN 0 AND 100),
  ADD CONSTRAINT "Invoice_taxPercentage_range" CHECK ("taxPercentage" BETWEEN -100 AND 100),
  ADD CONSTRAINT "Invoice_total_is_sum" CHECK ("total" = "subTotal" - "discountAmount" + "tax"),
  -- Neither is negative, then.
  ADD CONSTRAINT "Invoice_paymentTotal_range" CHECK ("paymentTotal" BETWEEN 0 AND "total"),
  ADD CONSTRAINT "Invoice_amountDue_is_difference" CHECK ("amountDue" = "total" - "paymentTotal"),
  ADD CONSTRAINT "Invoice_paid_owes_nothing" CHECK ("status" <> 'PAID' OR "amountDue" = 0),
  ADD CONSTRAINT "Invoice_partial_is_between" CHECK (
    "status" <> 'PARTIAL' OR ("paymentTotal" > 0 AND "amountDue" > 0)
  );
ALTER TABLE "InvoiceLine"
  ADD CONSTRAINT "InvoiceLine_position_range" CHECK ("position" >= 1),
  -- Rounding to a currency without decimals moves a total by half a unit at most.
  ADD CONSTRAINT "InvoiceLine_lineTotal_is_product" CHECK (
    abs("lineTotal" - "quantity" * "unitPrice") <= 0.5
  ),
  ADD CONSTRAINT "InvoiceLine_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL);

-- Time. A foreign key over several columns is not checked when one of them is null, hence "has client".
ALTER TABLE "TimeEntry"
  ADD CONSTRAINT "TimeEntry_ends_after_start" CHECK ("timerEnd" > "timerStart"),
  ADD CONSTRAINT "TimeEntry_project_has_client" CHECK ("projectId" IS NULL OR "clientId" IS NOT NULL),
  ADD CONSTRAINT "TimeEntry_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL);
ALTER TABLE "CalendarEvent"
  ADD CONSTRAINT "CalendarEvent_ends_after_start" CHECK ("endsAt" >= "startsAt" AND "endDate" >= "startDate"),
  ADD CONSTRAINT "CalendarEvent_times_together" CHECK (("startTime" IS NULL) = ("endTime" IS NULL));

-- Shapes of nested values; JSON's null is not a value here.
ALTER TABLE "Client" ADD CONSTRAINT "Client_customValues_object" CHECK (jsonb_typeof("customValues") = 'object');
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_customValues_object" CHECK (jsonb_typeof("customValues") = 'object');
ALTER TABLE "Project"
  ADD CONSTRAINT "Project_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'),
  ADD CONSTRAINT "Project_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object');
ALTER TABLE "ProjectTemplate"
  ADD CONSTRAINT "ProjectTemplate_feeSchedule_object" CHECK (jsonb_typeof("feeSchedule") = 'object');
ALTER TABLE "Opportunity"
  ADD CONSTRAINT "Opportunity_customValues_object" CHECK (jsonb_typeof("customValues") = 'object'),
  ADD CONSTRAINT "Opportunity_toDos_array" CHECK (jsonb_typeof("toDos") = 'array'),
  ADD CONSTRAINT "Opportunity_leadInfo_object" CHECK (jsonb_typeof("leadInfo") = 'object');
ALTER TABLE "FormSubmission"
  ADD CONSTRAINT "FormSubmission_formData_object" CHECK (jsonb_typeof("formData") = 'object');
ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_clientInfo_object" CHECK (jsonb_typeof("clientInfo") = 'object'),
  ADD CONSTRAINT "Invoice_taxRuleSnapshot_object" CHECK (jsonb_typeof("taxRuleSnapshot") = 'object');

-- Every write raises the version and moves updatedAt, whoever writes.
CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version" + 1;
  NEW."updatedAt" := now();
  RETURN NEW;
END
$$;

DO $$
DECLARE
  versioned name;
BEGIN
  FOR versioned IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'version'
  LOOP
    EXECUTE format(
      'CREATE TRIGGER raise_version BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION "raise_version"()', versioned
    );
  END LOOP;
END
$$;

-- An invoice's paymentTotal is the sum of its payments when a transaction commits.
CREATE FUNCTION "assert_payment_total"(account integer, invoice text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  recorded numeric;
  applied numeric;
BEGIN
  SELECT i."paymentTotal", (
    SELECT coalesce(sum(p."amount"), 0) FROM "Payment" p WHERE p."accountId" = account AND p."invoiceId" = invoice
  ) INTO recorded, applied
  FROM "Invoice" i WHERE i."accountId" = account AND i."id" = invoice;
  IF recorded <> applied THEN
    RAISE EXCEPTION 'invoice % of workspace % says % is paid, its payments sum to %', invoice, account, recorded, applied
      USING ERRCODE = 'check_violation', TABLE = 'Invoice', CONSTRAINT = 'Invoice_paymentTotal_is_sum';
  END IF;
END
$$;

CREATE FUNCTION "check_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM "assert_payment_total"(NEW."accountId", NEW."invoiceId");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM "assert_payment_total"(OLD."accountId", OLD."invoiceId");
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "check_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "assert_payment_total"(NEW."accountId", NEW."id");
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "Payment_total" AFTER INSERT OR DELETE OR UPDATE OF "amount", "invoiceId", "accountId"
  ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_payment"();
CREATE CONSTRAINT TRIGGER "Invoice_inserted_total" AFTER INSERT
  ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."paymentTotal" <> 0) EXECUTE FUNCTION "check_invoice"();
CREATE CONSTRAINT TRIGGER "Invoice_updated_total" AFTER UPDATE OF "paymentTotal"
  ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW."paymentTotal" IS DISTINCT FROM OLD."paymentTotal") EXECUTE FUNCTION "check_invoice"();
