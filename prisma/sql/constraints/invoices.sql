-- Constraints and indexes that the Prisma schema cannot express.

ALTER TABLE "EmailTemplate"
  ADD CONSTRAINT "EmailTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
CREATE UNIQUE INDEX "EmailTemplate_default_key" ON "EmailTemplate" USING btree ("accountId", kind) WHERE "isDefault";

ALTER TABLE "EInvoiceDocument"
  ADD CONSTRAINT "EInvoiceDocument_recordId_is_its_record" CHECK ("recordId" = COALESCE("creditNoteId", "invoiceId")),
  ADD CONSTRAINT "EInvoiceDocument_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  ADD CONSTRAINT "EInvoiceDocument_size_is_that_of_bytes" CHECK (size = octet_length(bytes));

ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_amountDue_is_difference" CHECK ("amountDue" =
CASE
    WHEN status = ANY (ARRAY['VOIDED'::"InvoiceStatus", 'WRITE_OFF'::"InvoiceStatus"]) THEN 0::numeric
    ELSE total - "paymentTotal" - "creditedTotal"
END),
  ADD CONSTRAINT "Invoice_clientInfo_object" CHECK (jsonb_typeof("clientInfo") = 'object'::text),
  ADD CONSTRAINT "Invoice_creditedTotal_range" CHECK ("creditedTotal" >= 0::numeric),
  ADD CONSTRAINT "Invoice_currency_code" CHECK (currency ~ '^[A-Z]{3}$'::text),
  ADD CONSTRAINT "Invoice_discountPercent_range" CHECK ("discountPercent" >= 0::numeric AND "discountPercent" <= 100::numeric),
  ADD CONSTRAINT "Invoice_invoiceNumberFormatted_trimmed" CHECK ("invoiceNumberFormatted" <> ''::text AND "invoiceNumberFormatted" = btrim("invoiceNumberFormatted", E' \t\r\n'::text)),
  ADD CONSTRAINT "Invoice_invoiceNumber_range" CHECK ("invoiceNumber" >= 0),
  ADD CONSTRAINT "Invoice_paid_owes_nothing" CHECK (status <> 'PAID'::"InvoiceStatus" OR "amountDue" = 0::numeric),
  ADD CONSTRAINT "Invoice_partial_is_between" CHECK (status <> 'PARTIAL'::"InvoiceStatus" OR "paymentTotal" > 0::numeric AND "amountDue" > 0::numeric),
  ADD CONSTRAINT "Invoice_paymentTotal_range" CHECK ("paymentTotal" >= 0::numeric AND "paymentTotal" <= (total - "creditedTotal")),
  ADD CONSTRAINT "Invoice_roundTo_range" CHECK ("roundTo" > 0::numeric),
  ADD CONSTRAINT "Invoice_sellerInfo_object" CHECK (jsonb_typeof("sellerInfo") = 'object'::text),
  ADD CONSTRAINT "Invoice_taxPercentage_range" CHECK ("taxPercentage" >= '-100'::integer::numeric AND "taxPercentage" <= 100::numeric),
  ADD CONSTRAINT "Invoice_taxRuleSnapshot_object" CHECK (jsonb_typeof("taxRuleSnapshot") = 'object'::text),
  ADD CONSTRAINT "Invoice_total_is_sum" CHECK (total = ("subTotal" - "discountAmount" + tax)),
  ADD CONSTRAINT "Invoice_usualTax_object" CHECK (jsonb_typeof("usualTax") = 'object'::text);
CREATE INDEX "Invoice_erased_idx" ON "Invoice" USING btree ("accountId") WHERE ("erasedAt" IS NOT NULL);
CREATE UNIQUE INDEX "Invoice_externalId_source_key" ON "Invoice" USING btree ("accountId", "externalId", COALESCE(source, ''::text)) WHERE ("externalId" IS NOT NULL);
CREATE INDEX "Invoice_number_skeleton_idx" ON "Invoice" USING btree ("accountId", number_skeleton("invoiceNumberFormatted"));
CREATE INDEX "Invoice_search_idx" ON "Invoice" USING gin ("accountId", replace(translate(search_form(coalesce('|' || "invoiceNumberFormatted", '') || coalesce('|' || "invoiceNumber"::text, '') || coalesce('|' || "orderNumber", '') || coalesce('|' || left("description", 1000), '') || '|'), '-./@_', '     '), '|', 'Z Q') gin_trgm_ops) WITH (gin_pending_list_limit='1024');

CREATE INDEX "InvoiceEvent_givenUp_idx" ON "InvoiceEvent" USING btree ("accountId", "invoiceId") WHERE ("givenUp" IS NOT NULL);

ALTER TABLE "InvoiceLine"
  ADD CONSTRAINT "InvoiceLine_baseQuantity_range" CHECK ("baseQuantity" > 0::numeric),
  ADD CONSTRAINT "InvoiceLine_deliverable_has_project" CHECK ("deliverableId" IS NULL OR "projectId" IS NOT NULL),
  ADD CONSTRAINT "InvoiceLine_lineTotal_is_product" CHECK (abs("lineTotal" - quantity * "unitPrice") <= 0.5),
  ADD CONSTRAINT "InvoiceLine_ownTax_object" CHECK (jsonb_typeof("ownTax") = 'object'::text),
  ADD CONSTRAINT "InvoiceLine_percent_range" CHECK (percent >= 0::numeric AND percent <= 100::numeric),
  ADD CONSTRAINT "InvoiceLine_position_range" CHECK ("position" >= 1),
  ADD CONSTRAINT "InvoiceLine_settlement_is_untaxed" CHECK ((role <> ALL (ARRAY['WITHHOLDING'::"LineRole", 'PREPAID'::"LineRole", 'ROUNDING'::"LineRole"])) OR NOT taxable AND "taxRate" IS NULL AND "ownTax" IS NULL);

ALTER TABLE "InvoiceSequence"
  ADD CONSTRAINT "InvoiceSequence_nextCreditNote_range" CHECK ("nextCreditNote" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextDeposit_range" CHECK ("nextDeposit" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextNumber_range" CHECK ("nextNumber" >= 1),
  ADD CONSTRAINT "InvoiceSequence_nextTicket_range" CHECK ("nextTicket" >= 1);

ALTER TABLE "InvoiceTaxLine"
  ADD CONSTRAINT "InvoiceTaxLine_compoundOnOrder_earlier" CHECK ("compoundOnOrder" IS NULL OR compound AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order"),
  ADD CONSTRAINT "InvoiceTaxLine_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "InvoiceTaxLine_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "InvoiceTaxLine_rate_range" CHECK (rate >= '-100'::integer::numeric AND rate <= 100::numeric),
  ADD CONSTRAINT "InvoiceTaxLine_taxGroup_range" CHECK ("taxGroup" >= 1);

ALTER TABLE "InvoiceTemplate"
  ADD CONSTRAINT "InvoiceTemplate_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
CREATE UNIQUE INDEX "InvoiceTemplate_default_key" ON "InvoiceTemplate" USING btree ("accountId") WHERE "isDefault";

ALTER TABLE "IssuedDocument"
  ADD CONSTRAINT "IssuedDocument_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text)),
  ADD CONSTRAINT "IssuedDocument_size_is_that_of_bytes" CHECK (size = octet_length(bytes));

ALTER TABLE "SellerLogo"
  ADD CONSTRAINT "SellerLogo_mediaType_known" CHECK ("mediaType" = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])),
  ADD CONSTRAINT "SellerLogo_sha256_is_that_of_bytes" CHECK (sha256 = encode(sha256(bytes), 'hex'::text));

ALTER TABLE "TaxComponent"
  ADD CONSTRAINT "TaxComponent_compoundOnOrder_earlier" CHECK ("compoundOnOrder" IS NULL OR compound AND "compoundOnOrder" >= 1 AND "compoundOnOrder" < "order"),
  ADD CONSTRAINT "TaxComponent_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text)),
  ADD CONSTRAINT "TaxComponent_order_range" CHECK ("order" >= 1),
  ADD CONSTRAINT "TaxComponent_rate_range" CHECK (rate >= '-100'::integer::numeric AND rate <= 100::numeric);

ALTER TABLE "TaxRule"
  ADD CONSTRAINT "TaxRule_name_trimmed" CHECK (name <> ''::text AND name = btrim(name, E' \t\r\n'::text));
