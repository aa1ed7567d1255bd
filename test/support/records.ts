import { beforeAll } from 'vitest';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { ListableModel } from '../../src/query/list-queries.ts';
import type { TestApi } from './api.ts';
import { unlistedModels } from './default-rows.ts';
import type { FilledModel } from './record-rows.ts';
import { recordIdOf, rowOf, rowsPerParent, userIdOf } from './record-rows.ts';

/** A workspace that was filled with records of every model. */
export interface FilledWorkspace {
  accountId: number;
  /** The node id of the record that was made as number `index`, from 0. */
  id(model: ListableModel, index: number): string;
  /** Makes more records of one model, linked to the parents that are there. Each type of parent gets as many. */
  add(model: FilledModel, count: number): Promise<void>;
}

/** Models in the order in which their rows can be made, and how many there are for each parent of the workspace. */
const listed: readonly (readonly [FilledModel, number])[] = [
  ['TaxRule', 1],
  ['TaxComponent', 2],
  ['User', 1],
  ['ApiKey', 1],
  ['ProjectType', 1],
  ['CustomField', 1],
  ['TaskStage', 2],
  ['ProjectTemplate', 1],
  ['ProjectTemplateDeliverable', 2],
  ['InvoiceTemplate', 1],
  ['EmailTemplate', 1],
  ['PipelineStage', 1],
  ['Form', 1],
  ['Vendor', 1],
  ['Client', 1],
  ['Contact', 2],
  ['Project', 2],
  ['ProjectMember', 2],
  ['Invoice', 2],
  ['Deliverable', 2],
  ['DeliverableAssignee', 2],
  ['Opportunity', 2],
  ['FormSubmission', 2],
  ['InvoiceLine', 2],
  ['InvoiceTaxLine', 2],
  ['InvoiceEvent', 2],
  ['Payment', 2],
  ['Refund', 2],
  ['ClientCredit', 2],
  ['CreditNote', 2],
  ['CreditNoteLine', 2],
  ['CreditNoteTaxLine', 2],
  ['TimeEntry', 4],
  ['Expense', 2],
  ['ExpenseLine', 2],
  ['CalendarEvent', 2],
  ['OutboxMail', 2],
];

/** Links, which have no ids of their own. */
const withoutId = ['DeliverableAssignee', 'ProjectMember'];

/** Not a workspace's records, or made with it. */
const ownBooks = [
  ...['InvoiceSequence', 'ChangeListener', 'KeptAnswer', 'LogEntry', 'WorkspaceLogo'],
  ...['WebhookCursor', 'WebhookRetry', 'WebhookSecret'],
  ...['CreditNoteDocument', 'EInvoiceDocument', 'IssuedDocument', 'SellerLogo'],
];

const perParent = [
  ...listed,
  ...unlistedModels([...listed.map(([model]) => model), ...ownBooks]).map(
    (model) => [model as FilledModel, 2] as const,
  ),
];

/** A time of day is one of the first day there is, as Prisma has it; PostgreSQL wants the time alone. */
const timesOfDay = (_name: string, value: unknown) =>
  typeof value === 'string' && value.startsWith('1970-01-01T') ? value.slice(11, -1) : value;

/** One statement for all rows with the same columns. Prisma would need a tenth of a second for a hundred rows. */
async function insertRows(db: Prisma.TransactionClient, model: string, rows: readonly object[]) {
  const byColumns = new Map<string, object[]>();
  for (const row of rows) {
    const columns = Object.keys(row)
      .map((name) => `"${name}"`)
      .join(', ');
    const alike = byColumns.get(columns);
    if (alike) alike.push(row);
    else byColumns.set(columns, [row]);
  }
  for (const [columns, alike] of byColumns) {
    await db.$executeRawUnsafe(
      `INSERT INTO "${model}" (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${model}", $1::jsonb)`,
      JSON.stringify(alike, timesOfDay),
    );
  }
}

/** An invoice's sums have to fit its payments when a transaction commits, and a payment's its refunds. */
async function settle(db: Prisma.TransactionClient, accountId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "Payment" p SET "refundedTotal" = r.refunded
    FROM (SELECT "paymentId", sum(amount) AS refunded FROM "Refund" WHERE "accountId" = ${accountId} GROUP BY 1) r
    WHERE p."accountId" = ${accountId} AND p.id = r."paymentId" AND p."refundedTotal" <> r.refunded`;
  await db.$executeRaw`
 UPDATE "Payment" p SET "creditedAmount" = c.credit
    FROM (SELECT "paymentId", sum(amount) AS credit FROM "ClientCredit" WHERE "accountId" = ${accountId} GROUP BY 1) c
    WHERE p."accountId" = ${accountId} AND p.id = c."paymentId" AND p."creditedAmount" <> c.credit`;
  await db.$executeRaw`
    UPDATE "Invoice" i SET "creditedTotal" = c.credited, "amountDue" = i.total - i."paymentTotal" - c.credited
    FROM (SELECT "invoiceId", sum(total) AS credited FROM "CreditNote" WHERE "accountId" = ${accountId} GROUP BY 1) c
    WHERE i."accountId" = ${accountId} AND i.id = c."invoiceId" AND i."creditedTotal" <> c.credited`;
  await db.$executeRaw`
    UPDATE "Invoice" i SET "paymentTotal" = p.paid, "amountDue" = i.total - p.paid - i."creditedTotal", status = 'PARTIAL'
    FROM (SELECT "invoiceId", sum(amount - "refundedTotal" - "creditedAmount") AS paid FROM "Payment" WHERE "accountId" = ${accountId} GROUP BY 1) p
    WHERE i."accountId" = ${accountId} AND i.id = p."invoiceId" AND i."paymentTotal" <> p.paid`;
}

/** The amount of an expense with lines is their sum. */
async function addUpLines(db: Prisma.TransactionClient, accountId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "Expense" e SET amount = l.net + l.tax, "netAmount" = l.net, "taxInclusive" = true
    FROM (SELECT "expenseId", sum(net) AS net, sum(tax) AS tax FROM "ExpenseLine" WHERE "accountId" = ${accountId} GROUP BY 1) l
    WHERE e."accountId" = ${accountId} AND e.id = l."expenseId"`;
}

/**
 * Fills a workspace with at least `count` records of every model, in one statement for each. Every parent has two
 * children of each kind or more.
 */
export async function fillWorkspace(
  { database: { prisma }, owner }: Pick<TestApi, 'database' | 'owner'>,
  accountId: number,
  count: number,
): Promise<FilledWorkspace> {
  const rows = rowOf(accountId, count);
  const made = new Map<FilledModel, number>();

  async function insert(
    db: Prisma.TransactionClient,
    model: FilledModel,
    moreOfEachParent: number,
  ) {
    const more = moreOfEachParent * rowsPerParent(model);
    const from = made.get(model) ?? 0;
    made.set(model, from + more);
    const data = Array.from({ length: more }, (_, offset) => ({
      accountId,
      ...(!withoutId.includes(model) && { id: recordIdOf(accountId, model, from + offset) }),
      ...rows(model, from + offset),
    }));
    await insertRows(db, model, data);
    if (model === 'ExpenseLine') await addUpLines(db, accountId);
    if (['Payment', 'Refund', 'CreditNote', 'ClientCredit'].includes(model))
      await settle(db, accountId);
  }

  await prisma.$transaction(async (db) => {
    for (const [model, times] of perParent) await insert(db, model, count * times);
  });
  await owner.query('ANALYZE');
  return {
    accountId,
    id: (model, index) =>
      model === 'User'
        ? `usr_${userIdOf(accountId, index)}`
        : recordIdOf(accountId, model as FilledModel, index),
    add: (model, more) => prisma.$transaction((db) => insert(db, model, more)),
  };
}

/** Fills both workspaces before the tests of a file. The returned object is complete then. */
export function useFilledWorkspaces(
  api: TestApi,
  counts: { ours: number; theirs: number },
): { ours: FilledWorkspace; theirs: FilledWorkspace } {
  const filled = { ours: {} as FilledWorkspace, theirs: {} as FilledWorkspace };
  beforeAll(async () => {
    for (const whose of ['ours', 'theirs'] as const) {
      const { accountId } = api[whose];
      const workspace = await fillWorkspace(api, accountId, counts[whose]);
      Object.assign(filled[whose], workspace);
    }
  });
  return filled;
}
