import type pg from 'pg';
import { defaultRow, firstId, unlistedModels } from './default-rows.ts';

/**
 * Identifiers of the records that {@link insertOneOfEach} makes, the same in every workspace. A model that is not named
 * here gets what its columns need.
 */
const tables: [table: string, columns: string][] = [
  ['User', `id, email | 1, 'owner@example.com'`],
  ['ApiKey', `id, name, prefix, hash | 'key_1', 'Key', 'abc', repeat('0', 64)`],
  ['TaxRule', `id, name | 'tax_1', 'VAT'`],
  ['TaxComponent', `id, "taxRuleId", name, rate, "order" | 'txc_1', 'tax_1', 'VAT', 20, 1`],
  ['Client', `id, name | 'cli_1', 'Client'`],
  ['Contact', `id, "clientId" | 'con_1', 'cli_1'`],
  ['ProjectType', `id, name | 'typ_1', 'Standard'`],
  ['TaskStage', `id, "projectTypeId", label | 'sta_1', 'typ_1', 'To do'`],
  ['ProjectTemplate', `id, name | 'tpl_1', 'Template'`],
  ['ProjectTemplateDeliverable', `id, "templateId", name | 'tpd_1', 'tpl_1', 'Draft'`],
  ['Project', `id, "clientId", "projectTypeId", name | 'prj_1', 'cli_1', 'typ_1', 'Project'`],
  ['ProjectMember', `"projectId", "userId" | 'prj_1', 1`],
  ['Deliverable', `id, "projectId", name, "statusId" | 'dlv_1', 'prj_1', 'Draft', 'sta_1'`],
  ['DeliverableAssignee', `"deliverableId", "userId" | 'dlv_1', 1`],
  ['CustomField', `id, "recordType", name, "mappingKey" | 'fld_1', 'CLIENT', 'Field', 'field'`],
  ['Vendor', `id, name | 'ven_1', 'Vendor'`],
  ['Expense', `id, amount, currency | 'exp_1', 10, 'USD'`],
  [
    'ExpenseLine',
    `id, "expenseId", position, quantity, net, "taxCategory", "taxRate", tax | 'exl_1', 'exp_1', 1, 1, 10, 'ZERO', 0, 0`,
  ],
  [
    'TimeEntry',
    `id, "userId", "timerStart", "timerEnd" | 'tim_1', 1, '2026-03-02T09:00Z', '2026-03-02T10:00Z'`,
  ],
  ['PipelineStage', `id, label | 'stg_1', 'Lead'`],
  ['Opportunity', `id, name, "statusId" | 'opp_1', 'Opportunity', 'stg_1'`],
  ['Form', `id, name | 'frm_1', 'Form'`],
  ['FormSubmission', `id, "formId", "submittedAt", "formData" | 'sub_1', 'frm_1', now(), '{}'`],
  [
    'CalendarEvent',
    `id, "userId", "startDate", "endDate", "timeZone", "startsAt", "endsAt" |
     'evt_1', 1, '2026-03-02', '2026-03-02', 'UTC', '2026-03-02T09:00Z', '2026-03-02T10:00Z'`,
  ],
  ['InvoiceTemplate', `id, name | 'itp_1', 'Plain'`],
  ['EmailTemplate', `id, name, subject, body | 'eml_1', 'Plain', 'Invoice', 'Here it is.'`],
  ['InvoiceSequence', `"nextNumber" | 2`],
  [
    'Invoice',
    `id, "invoiceNumberFormatted", "clientId", currency, "subTotal", total, "paymentTotal", "creditedTotal", "amountDue",
     "dateCreated", "dueDate", "clientInfo", "viewToken" |
     'inv_1', 'INV-1', 'cli_1', 'USD', 100, 100, 39, 1, 60, '2026-03-02', '2026-04-01', '{}', 'token'`,
  ],
  [
    'InvoiceLine',
    `id, "invoiceId", position, quantity, "unitPrice", "lineTotal" | 'lin_1', 'inv_1', 1, 4, 25, 100`,
  ],
  [
    'InvoiceTaxLine',
    `id, "invoiceId", name, rate, "order", "taxableAmount", amount | 'txl_1', 'inv_1', 'Zero', 0, 1, 100, 0`,
  ],
  [
    'Attachment',
    `id, "invoiceId", "fileName", "contentType", size, sha256 |
     'att_1', 'inv_1', 'Receipt.pdf', 'application/pdf', 5, repeat('a', 64)`,
  ],
  ['InvoiceEvent', `id, "invoiceId", kind, actor | 'ive_1', 'inv_1', 'CREATED', 'SERVICE'`],
  [
    'Payment',
    `id, "invoiceId", amount, date, "refundedTotal", "creditedAmount" | 'pay_1', 'inv_1', 41, '2026-03-03', 1, 1`,
  ],
  [
    'CreditNote',
    `id, number, "numberFormatted", "invoiceId", "clientId", currency, "dateCreated", "subTotal", total |
     'crn_1', 1, 'CN-1', 'inv_1', 'cli_1', 'USD', '2026-03-04', 1, 1`,
  ],
  ['Refund', `id, "paymentId", amount, date | 'rfd_1', 'pay_1', 1, '2026-03-04'`],
  [
    'ClientCredit',
    `id, "clientId", "paymentId", currency, kind, amount, date | 'crd_1', 'cli_1', 'pay_1', 'USD', 'OVERPAID', 1, '2026-03-03'`,
  ],
  ['KeptAnswer', `caller, key, "inputHash", rights, needed | 'key_1', 'once', '', 0, 0`],
  [
    'LogEntry',
    `kind, "recordType", "recordId", "actorKind", operation, "requestId" | 'CREATED', 'Client', 'cli_1', 'KEY', 'createClient', 'request'`,
  ],
  ['ChangeListener', `process, "expiresAt" | 'prc_1', '2000-01-01T00:00Z'`],
  ['WorkspaceLogo', `bytes, "mediaType", size, width, height | '\\x89', 'image/png', 1, 1, 1`],
  [
    'SellerLogo',
    `bytes, sha256, "mediaType", width, height | '\\x89', encode(sha256('\\x89'), 'hex'), 'image/png', 1, 1`,
  ],
  [
    'IssuedDocument',
    `"invoiceId", bytes, sha256, "mediaType", size |
     'inv_1', '\\x89', encode(sha256('\\x89'), 'hex'), 'application/pdf', 1`,
  ],
  [
    'CreditNoteDocument',
    `"creditNoteId", bytes, sha256, "mediaType", size |
     'crn_1', '\\x89', encode(sha256('\\x89'), 'hex'), 'application/pdf', 1`,
  ],
  [
    'EInvoiceDocument',
    `"recordId", format, "invoiceId", bytes, sha256, "mediaType", size |
     'inv_1', 'EN16931_CII', 'inv_1', '\\x89', encode(sha256('\\x89'), 'hex'), 'application/xml', 1`,
  ],
  // Disabled by a restore, so that the next one does not change it.
  [
    'WebhookEndpoint',
    `id, url, types, state, "stateReason" | 'whe_1', 'https://example.com/', '{client}', 'DISABLED', 'RESTORED'`,
  ],
  ['WebhookCursor', `"endpointId", bucket, position | 'whe_1', 0, '0'`],
  ['WebhookSecret', `"endpointId", id, secret | 'whe_1', 'whs_1', 'x'`],
  [
    'WebhookRetry',
    `"endpointId", position, "recordType", "recordId", "nextAttemptAt" | 'whe_1', 1, 'Client', 'cli_1', now()`,
  ],
  [
    'WebhookDelivery',
    `id, "endpointId", position, type, status, attempts, "durationMs", "requestedAt" |
     'whd_1', 'whe_1', '1-a', 'client.created', 'DELIVERED', 1, 5, now()`,
  ],
  ['MailSuppression', `id, email | 'sup_1', 'ada@example.com'`],
  ['OutboxMail', `id, recipients, subject, body | 'mai_1', '{}', 'Invoice', 'Here it is.'`],
];

/** The sign-in models, which belong to no workspace: one row each, regardless of workspaces. */
const ofPersons: [table: string, columns: string][] = [
  ['Person', `id, email | 'prs_1', 'owner@example.com'`],
  ['SignInSession', `id, token, "personId", "expiresAt" | 'ses_1', 'token', 'prs_1', '2000-01-01'`],
  [
    'SignInMethod',
    `id, "personId", "providerId", subject | 'met_1', 'prs_1', 'credential', 'prs_1'`,
  ],
  ['SignInVerification', `id, identifier, value, "expiresAt" | 'ver_1', 'code', 'x', '2000-01-01'`],
  ['SecondFactor', `id, "personId", secret, "backupCodes" | 'fac_1', 'prs_1', 'x', 'x'`],
  ['SigningKey', `id, "publicKey", "privateKey" | 'sgk_1', '{}', '{}'`],
  ['SignInSecret', `id, secret | 'sign-in', 'x'`],
  [
    'SignInMail',
    `id, recipient, subject, "expiresAt" | 'sml_1', 'owner@example.com', 'Sign in', '2000-01-01'`,
  ],
  ['OAuthClient', `id, "clientId" | 'oac_1', 'client'`],
  ['OAuthGrant', `id, "clientId", "personId", "onlyIn" | 'oag_1', 'client', 'prs_1', 1`],
  [
    'OAuthRefreshToken',
    `id, token, "clientId", "personId", "grantId", "expiresAt" |
     'oar_1', 'hash', 'client', 'prs_1', 'oag_1', '2000-01-01'`,
  ],
  ['RateCount', `key, points, expire | 'limit', 1, 0`],
  ['WebhookBucket', `bucket, owner, "expiresAt" | 0, 'process', '2000-01-01'`],
  ['EncryptionKey', `id, fingerprint | 'only', 'x'`],
];

/** A new workspace with one record in every table, as little filled in as the tables allow; answers its number. */
export async function insertOneOfEach(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query(
      `INSERT INTO "Workspace" (name) VALUES ('Studio') RETURNING "accountId"`,
    );
    const { accountId } = rows[0];
    for (const [table, definition] of tables) {
      const [columns, values] = definition.split('|');
      await client.query(
        `INSERT INTO "${table}" ("accountId", ${columns}) VALUES (${accountId}, ${values})`,
      );
    }
    for (const [table, definition] of ofPersons) {
      const [columns, values] = definition.split('|');
      await client.query(
        `INSERT INTO "${table}" (${columns}) VALUES (${values}) ON CONFLICT DO NOTHING`,
      );
    }
    for (const model of unlistedModels(tables.map(([table]) => table))) {
      const row = { accountId, id: firstId(model), ...defaultRow(model, 1, firstId) };
      const names = Object.keys(row).map((name) => `"${name}"`);
      const positions = names.map((_, index) => `$${index + 1}`);
      await client.query(
        `INSERT INTO "${model}" (${names}) VALUES (${positions})`,
        Object.values(row),
      );
    }
    await client.query('COMMIT');
    return accountId;
  } finally {
    client.release();
  }
}
