import { beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { readConfig } from '../../../src/config/config.ts';
import { globalModels } from '../../../src/database/models/global-models.ts';
import { useTestApi } from '../../support/api.ts';
import { insertOneOfEach } from '../../support/sample-records.ts';
import type { TextColumn } from '../../support/stored-texts.ts';
import { calledColumn, columnsWith, textColumns } from '../../support/stored-texts.ts';

/**
 * Every text column gets the name of a client before the erasure. The columns that keep it are listed here, with the
 * reason. A new column that is not listed fails.
 */

const api = useTestApi();
const word = 'Quuxandra Werke';

/** Values with the word in them, by type of column, in every row another; those that a column does not take are tried in turn. */
const objects = `jsonb_build_object('${word}', '${word}')`;
const values: Record<string, readonly string[]> = {
  text: [`'${word} ' || ctid`],
  _text: [`ARRAY['${word}']`],
  jsonb: [objects, `jsonb_build_array(${objects})`],
  bytea: [`convert_to('${word}', 'UTF8')`],
};

/** What no column of this name is for: ids and codes, which are written by the service alone. */
const isCode = ({ name }: TextColumn): boolean => /^id$|Id$/.test(name);

/** Columns without free text: currencies, colours, hashes and the bytes of images and PDFs of issued documents. */
const acceptingNone = [
  ...[
    'ApiKey.hash',
    'Attachment.sha256',
    'Client.currency',
    'Client.name',
    'Expense.currency',
    'Invoice.currency',
  ],
  ...['CreditNoteDocument.bytes', 'CreditNoteDocument.sha256'],
  ...['EInvoiceDocument.bytes', 'EInvoiceDocument.sha256'],
  ...['IssuedDocument.bytes', 'IssuedDocument.sha256', 'PipelineStage.hexColor'],
  ...['Project.hexColor', 'SellerLogo.bytes', 'SellerLogo.mediaType', 'SellerLogo.sha256'],
  ...['TaskStage.hexColor', 'Workspace.currency', 'WorkspaceLogo.bytes', 'WorkspaceLogo.mediaType'],
];

/**
 * Tables that an erasure does not change: the texts of the workspace, which the erasure lists, and users and sign-ins.
 */
const ofOthers = [
  ...[
    'ApiKey',
    'CustomField',
    'EmailTemplate',
    'InvoiceTemplate',
    'PipelineStage',
    'ProjectTemplate',
  ],
  ...['ProjectTemplateDeliverable', 'ProjectType', 'TaskStage', 'TaxComponent', 'TaxRule', 'User'],
  ...['Workspace', ...globalModels],
];

/** The content of issued documents, and its sources. */
const issued = [
  ...[
    'CreditNote.reason',
    'CreditNoteLine.description',
    'CreditNoteLine.unit',
    'CreditNoteTaxLine.name',
  ],
  ...['Invoice.buyerReference', 'Invoice.clientInfo', 'Invoice.description'],
  ...['Invoice.deliverTo', 'Invoice.taxReasonCode', 'InvoiceLine.taxReasonCode'],
  'InvoiceTaxLine.reasonCode',
  ...['Invoice.instructionsTemplate', 'Invoice.invoiceNumberFormatted', 'Invoice.notes'],
  ...['Invoice.orderNumber', 'Invoice.paymentInstructions', 'Invoice.sellerInfo'],
  ...['Invoice.taxReason', 'Invoice.taxRuleSnapshot', 'Invoice.usualTax'],
  ...['InvoiceLine.deliverableName', 'InvoiceLine.description', 'InvoiceLine.ownTax'],
  ...['InvoiceLine.projectName', 'InvoiceLine.taxReason', 'InvoiceLine.unit'],
  ...['InvoiceTaxLine.name', 'InvoiceTaxLine.reason', 'CreditNote.numberFormatted'],
];

/** Other names, and fixed codes. */
const namesAndCodes = [
  ...['Vendor.email', 'Vendor.name', 'Vendor.phone', 'Vendor.website'],
  ...[
    'CalendarEvent.timeZone',
    'ChangeListener.process',
    'ClientCredit.currency',
    'CreditNote.currency',
  ],
  ...['ExchangeRate.baseCurrency', 'ExchangeRate.quoteCurrency', 'Invoice.numberPeriod'],
  'CreditNote.numberPeriod',
  ...[
    'InvoiceSequence.creditNotePeriod',
    'InvoiceSequence.depositPeriod',
    'InvoiceSequence.period',
  ],
  ...['CreditNoteDocument.mediaType', 'EInvoiceDocument.mediaType', 'IssuedDocument.mediaType'],
  ...['LogEntry.clientName', 'LogEntry.operation', 'LogEntry.recordType'],
  ...['WebhookCursor.position', 'WebhookCursor.types', 'WebhookCursor.until'],
  ...['WebhookRetry.recordType', 'WebhookSecret.secret'],
  // Actors are users. The name of a contact as an actor is erased with the contact.
  ...['LogEntry.actorName', 'LogEntry.address'],
];

/** Writes the word into a column if possible. Returns whether it did. */
type Put = (column: TextColumn, where: string) => Promise<boolean>;

/** In one transaction, each column by itself. */
async function inTransaction(work: (put: Put) => Promise<void>): Promise<void> {
  const client = await api.owner.connect();
  const attempt = async (statement: string): Promise<boolean> => {
    await client.query('SAVEPOINT one');
    try {
      const { rowCount } = await client.query(statement);
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      return (rowCount ?? 0) > 0;
    } catch {
      await client.query('ROLLBACK TO SAVEPOINT one');
      return false;
    }
  };
  try {
    await client.query('BEGIN');
    await work(async ({ name, table, type }, where) => {
      for (const value of values[type] ?? []) {
        if (await attempt(`UPDATE ${table} SET "${name}" = ${value} WHERE ${where}`)) return true;
      }
      return false;
    });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

let accountId: number;
const unfilled: string[] = [];
beforeAll(async () => {
  const { owner } = api;
  accountId = await insertOneOfEach(owner);
  const set = (table: string, what: string) =>
    owner.query(`UPDATE "${table}" SET ${what} WHERE "accountId" = ${accountId}`);
  await set('User', `role = 'OWNER', active = true`);
  await set('Client', `name = '${word}'`);
  await set('Invoice', `status = 'PARTIAL'`);
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'accountId' AND table_schema = 'public'`,
  );
  const own = new Set(rows.map(({ name }) => name));
  await inTransaction(async (put) => {
    for (const column of await textColumns(owner)) {
      const called = calledColumn(column);
      const [table = ''] = called.split('.');
      if (isCode(column) || !/^[A-Z]/.test(called)) continue;
      const of = own.has(table) ? `"accountId" = ${accountId}` : 'true';
      // By its own name it is erased.
      const isFilled = await put(column, called === 'Client.name' ? `${of} AND false` : of);
      if (!isFilled) unfilled.push(called);
    }
  });
});

test('a client’s name can be in every column but these', () => {
  expect(unfilled.toSorted()).toEqual(acceptingNone.toSorted());
});

test('after the erasure it is only in the columns listed here', async () => {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
  const which = ['erase', 'client', 'cli_1', '--workspace', String(accountId)];
  const args = [...which, '--confirm-name', word];
  const code = await runProgram(args, { config, write, writeError: write });
  expect([code, printed]).toEqual([0, expect.stringContaining('Erased')]);
  const left = (await columnsWith(api.owner, [word])).filter(
    (column) => !ofOthers.includes(column.split('.')[0] ?? ''),
  );
  expect(left.toSorted()).toEqual([...issued, ...namesAndCodes].toSorted());
});
