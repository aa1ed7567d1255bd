import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { globalModels } from '../../src/database/models/global-models.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { insertOneOfEach } from '../support/sample-records.ts';

let home: TestDatabase;

beforeAll(async () => {
  // The database rejects them from every role, including the owner of the tables.
  home = await createTestDatabase({ role: undefined });
  await insertOneOfEach(home.database.pool);
});
afterAll(() => home.drop());

async function rowsOf(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await home.database.pool.query(sql, values)).rows;
}

/** The name of the constraint that rejects the statement; undefined where nothing does. */
async function rejectedBy(sql: string): Promise<string | undefined> {
  return await home.database.pool.query(sql).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  );
}

/** Every CHECK constraint, and an UPDATE of an ordinary record that breaks it. */
const breaches: Record<string, string> = {
  ApiKey_hash_is_sha256: `"ApiKey" SET hash = 'secret'`,
  Attachment_of_one_record: `"Attachment" SET "clientId" = 'cli_1'`,
  Attachment_sha256_format: `"Attachment" SET sha256 = 'secret'`,
  Attachment_size_range: `"Attachment" SET size = 0`,
  CalendarEvent_ends_after_start: `"CalendarEvent" SET "endsAt" = "startsAt" - interval '1 s'`,
  CalendarEvent_times_together: `"CalendarEvent" SET "startTime" = '09:00'`,
  Client_currency_code: `"Client" SET currency = 'usd'`,
  Client_customValues_object: `"Client" SET "customValues" = 'null'`,
  Client_defaultTaxRate_range: `"Client" SET "defaultTaxRate" = 101`,
  Client_hourlyAmount_range: `"Client" SET "hourlyAmount" = -0.01`,
  Client_paymentTerms_object: `"Client" SET "paymentTerms" = 'null'`,
  Client_roundingIncrement_range: `"Client" SET "roundingIncrement" = -1`,
  Contact_customValues_object: `"Contact" SET "customValues" = '[]'`,
  ClientCredit_amount_is_change: `"ClientCredit" SET amount = 0`,
  CreditNote_keptAsCredit_range: `"CreditNote" SET "keptAsCredit" = 1.01`,
  CreditNote_number_range: `"CreditNote" SET number = 0`,
  CreditNote_refundedAmount_range: `"CreditNote" SET "refundedAmount" = 1.01`,
  CreditNote_total_is_sum: `"CreditNote" SET tax = 1`,
  CreditNote_total_range: `"CreditNote" SET "subTotal" = 0, total = 0`,
  CreditNoteDocument_sha256_is_that_of_bytes: `"CreditNoteDocument" SET bytes = '\\x90'`,
  CreditNoteDocument_size_is_that_of_bytes: `"CreditNoteDocument" SET size = 2`,
  CreditNoteLine_position_range: `"CreditNoteLine" SET position = 0`,
  CreditNoteTaxLine_order_range: `"CreditNoteTaxLine" SET "order" = 0`,
  EInvoiceDocument_recordId_is_its_record: `"EInvoiceDocument" SET "recordId" = 'inv_2'`,
  EInvoiceDocument_sha256_is_that_of_bytes: `"EInvoiceDocument" SET bytes = '\\x90'`,
  EInvoiceDocument_size_is_that_of_bytes: `"EInvoiceDocument" SET size = 2`,
  Deliverable_invoiceLine_of_invoice: `"Deliverable" SET "invoiceLineId" = 'lin_1'`,
  ExchangeRate_currencies_differ: `"ExchangeRate" SET "quoteCurrency" = "baseCurrency"`,
  ExchangeRate_rate_range: `"ExchangeRate" SET rate = 0`,
  Expense_amount_range: `"Expense" SET amount = -0.01`,
  Expense_currency_code: `"Expense" SET currency = 'EURO'`,
  Expense_invoiceLine_of_invoice: `"Expense" SET "invoiceLineId" = 'lin_1'`,
  Expense_markupPercent_range: `"Expense" SET "markupPercent" = -101`,
  Deliverable_customValues_object: `"Deliverable" SET "customValues" = '1'`,
  Deliverable_toDos_array: `"Deliverable" SET "toDos" = '{}'`,
  Expense_project_has_client: `"Expense" SET "projectId" = 'prj_1'`,
  Expense_taxRate_range: `"Expense" SET "taxRate" = 101`,
  WebhookCursor_bucket_range: `"WebhookCursor" SET bucket = 64`,
  WebhookDelivery_responseExcerpt_length: `"WebhookDelivery" SET "responseExcerpt" = repeat('x', 1025)`,
  WebhookEndpoint_stateReason_of_disabled: `"WebhookEndpoint" SET "stateReason" = NULL`,
  WebhookEndpoint_types_size: `"WebhookEndpoint" SET types = array_fill('client'::text, '{101}')`,
  WebhookEndpoint_url_length: `"WebhookEndpoint" SET url = 'https://example.com/' || repeat('x', 2048)`,
  Client_mergedRecords_array: `"Client" SET "mergedRecords" = '{}'`,
  Contact_mergedRecords_array: `"Contact" SET "mergedRecords" = '{}'`,
  FormSubmission_formData_object: `"FormSubmission" SET "formData" = '"text"'`,
  InvoiceLine_deliverable_has_project: `"InvoiceLine" SET "deliverableId" = 'dlv_1'`,
  InvoiceLine_baseQuantity_range: `"InvoiceLine" SET "baseQuantity" = 0`,
  InvoiceLine_lineTotal_is_product: `"InvoiceLine" SET "lineTotal" = 101`,
  InvoiceLine_ownTax_object: `"InvoiceLine" SET "ownTax" = 'null'`,
  InvoiceLine_percent_range: `"InvoiceLine" SET percent = 101`,
  InvoiceLine_position_range: `"InvoiceLine" SET position = 0`,
  InvoiceLine_settlement_is_untaxed: `"InvoiceLine" SET role = 'ROUNDING', taxable = true`,
  InvoiceSequence_nextCreditNote_range: `"InvoiceSequence" SET "nextCreditNote" = 0`,
  InvoiceSequence_nextDeposit_range: `"InvoiceSequence" SET "nextDeposit" = 0`,
  InvoiceSequence_nextTicket_range: `"InvoiceSequence" SET "nextTicket" = 0`,
  InvoiceSequence_nextNumber_range: `"InvoiceSequence" SET "nextNumber" = 0`,
  InvoiceTaxLine_compoundOnOrder_earlier: `"InvoiceTaxLine" SET compound = true, "compoundOnOrder" = 1`,
  InvoiceTaxLine_order_range: `"InvoiceTaxLine" SET "order" = 0`,
  InvoiceTaxLine_rate_range: `"InvoiceTaxLine" SET rate = 101`,
  InvoiceTaxLine_taxGroup_range: `"InvoiceTaxLine" SET "taxGroup" = 0`,
  Invoice_amountDue_is_difference: `"Invoice" SET "amountDue" = 59`,
  Invoice_clientInfo_object: `"Invoice" SET "clientInfo" = 'null'`,
  Invoice_creditedTotal_range: `"Invoice" SET "creditedTotal" = -1, "amountDue" = 62`,
  Invoice_currency_code: `"Invoice" SET currency = 'US'`,
  Invoice_discountPercent_range: `"Invoice" SET "discountPercent" = 100.5`,
  Invoice_invoiceNumber_range: `"Invoice" SET "invoiceNumber" = -1`,
  Invoice_sellerInfo_object: `"Invoice" SET "sellerInfo" = 'null'`,
  Invoice_paid_owes_nothing: `"Invoice" SET status = 'PAID'`,
  Invoice_partial_is_between: `"Invoice" SET status = 'PARTIAL', "paymentTotal" = 0, "amountDue" = 99`,
  Invoice_paymentTotal_range: `"Invoice" SET "paymentTotal" = 99.01, "amountDue" = -0.01`,
  Invoice_roundTo_range: `"Invoice" SET "roundTo" = 0`,
  Invoice_taxPercentage_range: `"Invoice" SET "taxPercentage" = -101`,
  Invoice_taxRuleSnapshot_object: `"Invoice" SET "taxRuleSnapshot" = 'null'`,
  Invoice_usualTax_object: `"Invoice" SET "usualTax" = 'null'`,
  Invoice_total_is_sum: `"Invoice" SET tax = 1`,
  IssuedDocument_sha256_is_that_of_bytes: `"IssuedDocument" SET bytes = '\\x90'`,
  IssuedDocument_size_is_that_of_bytes: `"IssuedDocument" SET size = 2`,
  ExpenseLine_deductiblePercent_range: `"ExpenseLine" SET "deductiblePercent" = 100.5`,
  ExpenseLine_position_range: `"ExpenseLine" SET position = 0`,
  ExpenseLine_taxRate_range: `"ExpenseLine" SET "taxRate" = -1`,
  Opportunity_customValues_object: `"Opportunity" SET "customValues" = '1'`,
  Opportunity_leadInfo_object: `"Opportunity" SET "leadInfo" = 'null'`,
  Opportunity_toDos_array: `"Opportunity" SET "toDos" = '{}'`,
  Payment_amount_range: `"Payment" SET amount = 0, "refundedTotal" = 0, "creditedAmount" = 0`,
  Payment_creditedAmount_range: `"Payment" SET "creditedAmount" = 40.01`,
  Payment_refundedTotal_range: `"Payment" SET "refundedTotal" = 41.01, "creditedAmount" = 0`,
  Payment_reversal_has_reason: `"Payment" SET "reversalReason" = 'BOUNCED'`,
  PipelineStage_hexColor_format: `"PipelineStage" SET "hexColor" = 'red'`,
  ProjectTemplate_feeSchedule_object: `"ProjectTemplate" SET "feeSchedule" = 'null'`,
  Project_customValues_object: `"Project" SET "customValues" = 'true'`,
  Project_feeSchedule_object: `"Project" SET "feeSchedule" = '[]'`,
  Project_hexColor_format: `"Project" SET "hexColor" = '#12345g'`,
  SellerLogo_mediaType_known: `"SellerLogo" SET "mediaType" = 'image/svg+xml'`,
  SellerLogo_sha256_is_that_of_bytes: `"SellerLogo" SET bytes = '\\x90'`,
  Refund_amount_range: `"Refund" SET amount = 0`,
  TaskStage_hexColor_format: `"TaskStage" SET "hexColor" = '#123'`,
  TaxComponent_compoundOnOrder_earlier: `"TaxComponent" SET "compoundOnOrder" = 0`,
  TaxComponent_order_range: `"TaxComponent" SET "order" = 0`,
  TaxComponent_rate_range: `"TaxComponent" SET rate = -100.5`,
  Ticket_closed_is_not_open: `"Ticket" SET "closedAt" = now()`,
  Ticket_formData_object: `"Ticket" SET "formData" = '"text"'`,
  Ticket_ticketNumber_range: `"Ticket" SET "ticketNumber" = 0`,
  TimeEntry_hourlyAmount_range: `"TimeEntry" SET "hourlyAmount" = -0.01`,
  TimeEntry_deliverable_has_project: `"TimeEntry" SET "deliverableId" = 'dlv_1'`,
  TimeEntry_ends_after_start: `"TimeEntry" SET "timerEnd" = "timerStart"`,
  TimeEntry_invoiceLine_of_invoice: `"TimeEntry" SET "invoiceLineId" = 'lin_1'`,
  TimeEntry_project_has_client: `"TimeEntry" SET "projectId" = 'prj_1'`,
  WorkspaceLogo_height_range: `"WorkspaceLogo" SET height = 0`,
  WorkspaceLogo_mediaType_known: `"WorkspaceLogo" SET "mediaType" = 'image/svg+xml'`,
  WorkspaceLogo_size_is_that_of_bytes: `"WorkspaceLogo" SET size = 2`,
  WorkspaceLogo_size_range: `"WorkspaceLogo" SET size = 1048577, bytes = convert_to(repeat('x', 1048577), 'UTF8')`,
  WorkspaceLogo_width_range: `"WorkspaceLogo" SET width = 2001`,
  User_hourlyAmount_range: `"User" SET "hourlyAmount" = -0.01`,
  User_hourlyCost_range: `"User" SET "hourlyCost" = -0.01`,
  Workspace_hourlyAmount_range: `"Workspace" SET "hourlyAmount" = -0.01`,
  Workspace_currency_code: `"Workspace" SET currency = '$'`,
  Workspace_defaultTaxRate_range: `"Workspace" SET "defaultTaxRate" = 101`,
};

async function checkConstraints(): Promise<string[]> {
  const rows = await rowsOf(
    `SELECT conname::text AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => String(name));
}

describe('checks', () => {
  test.each(Object.entries(breaches))('%s', async (constraint, breach) => {
    expect(await rejectedBy(`UPDATE ${breach}`)).toBe(constraint);
  });

  test('names by which records are found are neither blank nor untrimmed', async () => {
    const trimmed = (await checkConstraints()).filter((name) => name.endsWith('_trimmed'));
    expect(trimmed).toContain('Client_name_trimmed');
    for (const constraint of trimmed) {
      const [table, column] = constraint.split('_');
      for (const value of [`''`, `' x'`, `E'x\\n'`]) {
        const breach = `UPDATE "${table}" SET "${column}" = ${value}`;
        expect(await rejectedBy(breach), breach).toBe(constraint);
      }
    }
  });

  test('every check of the database is among those tried here', async () => {
    const untrimmed = (await checkConstraints()).filter((name) => !name.endsWith('_trimmed'));
    expect(untrimmed.sort()).toEqual(Object.keys(breaches).sort());
  });
});

describe('at most one', () => {
  test.each([
    [
      'Contact_default_key',
      `"Contact" ("accountId", id, "clientId", "defaultContact") VALUES (1, 'a', 'cli_1', true), (1, 'b', 'cli_1', true)`,
    ],
    [
      'ProjectType_default_key',
      `"ProjectType" ("accountId", id, name, "isDefaultProjectType") VALUES (1, 'a', 'A', true), (1, 'b', 'B', true)`,
    ],
    [
      'InvoiceTemplate_default_key',
      `"InvoiceTemplate" ("accountId", id, name, "isDefault") VALUES (1, 'a', 'A', true), (1, 'b', 'B', true)`,
    ],
    [
      'EmailTemplate_default_key',
      `"EmailTemplate" ("accountId", id, name, "isDefault", subject, body)
       VALUES (1, 'a', 'A', true, '', ''), (1, 'b', 'B', true, '', '')`,
    ],
    [
      'User_email_key',
      `"User" ("accountId", id, email) VALUES (1, 7, 'someone@example.com'), (1, 8, 'Someone@Example.com')`,
    ],
  ])('%s', async (constraint, insertion) => {
    expect(await rejectedBy(`INSERT INTO ${insertion}`)).toBe(constraint);
  });
});

test('a write to any table raises the version and sets updatedAt, regardless of the written values', async () => {
  const tables = await rowsOf(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname <> '_prisma_migrations'`,
  );
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const isGlobal = (globalModels as readonly string[]).includes(String(name));
    const [row] = await rowsOf(
      `UPDATE "${name}" SET version = 77, "updatedAt" = '2000-01-01' ${isGlobal ? '' : 'WHERE "accountId" = 1'}
       RETURNING version, "updatedAt" >= now() - interval '1 ms' AS moved`,
    );
    expect({ name, ...row }).toEqual({ name, version: 2, moved: true });
  }
});

describe('the paid amount of an invoice is the sum of its payments', () => {
  const sum = 'Invoice_paymentTotal_is_sum';
  const payment = `INSERT INTO "Payment" ("accountId", id, "invoiceId", amount, date)`;
  const addTen = `UPDATE "Invoice" SET "paymentTotal" = "paymentTotal" + 10, "amountDue" = "amountDue" - 10`;

  test('not without a payment, nor with one that is not counted, nor with one taken away', async () => {
    expect(await rejectedBy(addTen)).toBe(sum);
    expect(await rejectedBy(`${payment} VALUES (1, 'pay_2', 'inv_1', 10, now())`)).toBe(sum);
    expect(await rejectedBy(`UPDATE "Payment" SET amount = 42`)).toBe(sum);
    expect(
      await rejectedBy(`DELETE FROM "ClientCredit"; DELETE FROM "Refund"; DELETE FROM "Payment"`),
    ).toBe(sum);
  });

  test('not with a payment that is reversed or refunded alone, nor refunded by more than its refunds', async () => {
    const reversed = `"reversedAt" = now(), "reversalReason" = 'OTHER', "refundedTotal" = 0`;
    expect(await rejectedBy(`DELETE FROM "Refund"; UPDATE "Payment" SET ${reversed}`)).toBe(sum);
    const less = `UPDATE "Invoice" SET "paymentTotal" = "paymentTotal" - 1, "amountDue" = "amountDue" + 1`;
    const more = `UPDATE "Payment" SET "refundedTotal" = 2`;
    expect(await rejectedBy(more)).toBe(sum);
    expect(await rejectedBy(`${less}; ${more}`)).toBe('Payment_refundedTotal_is_sum');
    expect(await rejectedBy(`UPDATE "Refund" SET amount = 2`)).toBe('Payment_refundedTotal_is_sum');
    expect(await rejectedBy('DELETE FROM "Refund"')).toBe('Payment_refundedTotal_is_sum');
  });

  test('nor with credit that has no entry, or that no client has', async () => {
    const less = `UPDATE "Invoice" SET "paymentTotal" = "paymentTotal" - 1, "amountDue" = "amountDue" + 1`;
    const more = `UPDATE "Payment" SET "creditedAmount" = 2`;
    expect(await rejectedBy(more)).toBe(sum);
    expect(await rejectedBy(`${less}; ${more}`)).toBe('Payment_credit_is_sum');
    expect(await rejectedBy('UPDATE "Payment" SET "fromCredit" = true')).toBe(
      'Payment_credit_is_sum',
    );
    expect(await rejectedBy('UPDATE "ClientCredit" SET amount = 2')).toBe('Payment_credit_is_sum');
    const spent = `UPDATE "Payment" SET "fromCredit" = true; UPDATE "ClientCredit" SET amount = -40`;
    expect(await rejectedBy(spent)).toBe('ClientCredit_is_not_negative');
    const open = `UPDATE "Invoice" SET "amountDue" = "amountDue" + "paymentTotal", "paymentTotal" = 0`;
    const bounced = `UPDATE "Payment" SET "reversedAt" = now(), "reversalReason" = 'BOUNCED'`;
    expect(await rejectedBy(`${open}; ${bounced}`)).toBe('Payment_credit_is_sum');
  });

  test('both in one statement, in either order, are taken', async () => {
    await rowsOf(
      `WITH paid AS (${addTen} RETURNING id) ${payment} SELECT 1, 'pay_2', id, 10, now() FROM paid`,
    );
    expect(await rowsOf(`SELECT "paymentTotal"::text AS total FROM "Invoice"`)).toEqual([
      { total: '49.0000' },
    ]);
  });

  test('two that overwrite each other’s total do not both get through', async () => {
    const [first, second] = [
      await home.database.pool.connect(),
      await home.database.pool.connect(),
    ];
    try {
      const set = `UPDATE "Invoice" SET "paymentTotal" = 59, "amountDue" = 40`;
      for (const [client, id] of [
        [first, 'pay_3'],
        [second, 'pay_4'],
      ] as const) {
        await client.query('BEGIN');
        await client.query(`${payment} VALUES (1, '${id}', 'inv_1', 10, now())`);
      }
      await first.query(set);
      const overwriting = second.query(set);
      await first.query('COMMIT');
      await overwriting;
      await expect(second.query('COMMIT')).rejects.toMatchObject({ constraint: sum });
    } finally {
      first.release();
      second.release();
    }
  });
});
