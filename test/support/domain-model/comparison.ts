import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import type { Side } from './compared-apis.ts';
import { compareMovements, incompleteHistories } from './movements.ts';
import type { Row, Type } from './records.ts';
import { types } from './records.ts';
import type { Model } from './state.ts';
import { expectedRecord, fromFields } from './views.ts';

/** Compares a whole workspace, its rows and its totals, with the model. */
export async function compareWhole(api: TestApi, side: Side): Promise<void> {
  await compareRows(api, side);
  await compareDeposits(api, side);
  await compareMovements(api, side);
  await compareSums(api, side);
}

const everyRow = types
  .map(
    (type) =>
      `SELECT '${type}' AS type, to_jsonb(t) AS row FROM "${type}" t WHERE "accountId" = $1`,
  )
  .join(' UNION ALL ');

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function compareRows({ database }: TestApi, side: Side): Promise<void> {
  const { labels, model, workspace } = side;
  const { rows } = await database.pool.query<{ type: Type; row: Row & Record<string, unknown> }>(
    everyRow,
    [workspace.accountId],
  );
  for (const type of types) {
    const stored = rows
      .filter((one) => one.type === type)
      .map(({ row }) => ({ ...fromFields(type, row), version: row.version }));
    const expected = model
      .all(type)
      .map((row) => ({ ...expectedRecord(model, type, row, labels), version: row.version }));
    expect(stored.sort(byId)).toEqual(expected.sort(byId));
  }
}

/** Which deposits are taken off which invoices. */
async function compareDeposits({ database }: TestApi, { model, workspace }: Side): Promise<void> {
  const { rows } = await database.pool.query<{ id: string; deposits: string[] }>(
    `SELECT "invoiceId" AS id, array_agg(DISTINCT "depositInvoiceId") AS deposits FROM "InvoiceLine"
     WHERE "accountId" = $1 AND "depositInvoiceId" IS NOT NULL GROUP BY 1`,
    [workspace.accountId],
  );
  const expected = model
    .all('Invoice')
    .filter(({ deposits }) => deposits.length > 0)
    .map(({ deposits, id }) => ({
      id,
      deposits: deposits.map((key) => model.get('Invoice', key).id).sort(),
    }));
  const stored = rows.map(({ deposits, id }) => ({ id, deposits: deposits.sort() }));
  expect(stored.sort(byId)).toEqual(expected.sort(byId));
}

/** Equations in the database that hold regardless of the model. */
const contradictions = `
  SELECT i.id FROM "Invoice" i
  LEFT JOIN LATERAL (SELECT coalesce(sum(amount - "refundedTotal" - "creditedAmount"), 0) AS paid FROM "Payment" p
    WHERE p."reversedAt" IS NULL AND p."accountId" = i."accountId" AND p."invoiceId" = i.id) p ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum("lineTotal"), 0) AS sum, count(*) FROM "InvoiceLine" l
    WHERE l."accountId" = i."accountId" AND l."invoiceId" = i.id) l ON true
  LEFT JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS sum FROM "InvoiceTaxLine" x
    WHERE x."accountId" = i."accountId" AND x."invoiceId" = i.id) x ON true
  WHERE i."accountId" = $1 AND (
    i."paymentTotal" <> p.paid OR i."subTotal" <> l.sum OR i.tax <> x.sum OR l.count = 0
    OR i.total <> i."subTotal" - i."discountAmount" + i.tax
    OR i."amountDue" <> CASE WHEN i.status IN ('VOIDED', 'WRITE_OFF') THEN 0 ELSE i.total - p.paid - i."creditedTotal" END
    OR (i.status = 'PAID' AND (p.paid > 0 OR i."creditedTotal" = 0)) <> (i."datePaid" IS NOT NULL)
    OR (i.status = 'PARTIAL') <> (p.paid > 0 AND p.paid + i."creditedTotal" < i.total AND i.status <> 'WRITE_OFF'))
  UNION ALL SELECT p.id FROM "Payment" p WHERE p."accountId" = $1 AND p."refundedTotal" <> (
    SELECT coalesce(sum(r.amount), 0) FROM "Refund" r WHERE r."accountId" = p."accountId" AND r."paymentId" = p.id)
  UNION ALL SELECT i.id FROM "Invoice" i WHERE i."accountId" = $1 AND i."creditedTotal" <> (
    SELECT coalesce(sum(c.total), 0) FROM "CreditNote" c WHERE c."accountId" = i."accountId" AND c."invoiceId" = i.id)
  UNION ALL SELECT l."depositInvoiceId" FROM "InvoiceLine" l JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId"
    WHERE l."accountId" = $1 AND l."depositInvoiceId" IS NOT NULL AND i.status <> 'VOIDED'
      AND NOT (i."creditedTotal" > 0 AND i."creditedTotal" = i.total)
    GROUP BY 1 HAVING count(DISTINCT i.id) > 1
  UNION ALL SELECT m.id FROM "OutboxMail" m WHERE m."accountId" = $1 AND NOT EXISTS (
    SELECT FROM "Invoice" i WHERE i."accountId" = m."accountId" AND i.id = m."invoiceId")
  UNION ALL SELECT t.id FROM "TimeEntry" t JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"
    WHERE t."accountId" = $1 AND t."clientId" IS DISTINCT FROM p."clientId"
  UNION ALL SELECT 'next number ' || "nextNumber" FROM "InvoiceSequence"
    WHERE "accountId" = $1 AND "nextNumber" <> $2`;

async function compareSums({ database }: TestApi, { model, workspace }: Side): Promise<void> {
  const values = [workspace.accountId, model.nextNumber];
  expect((await database.pool.query(contradictions, values)).rows).toEqual([]);
  const histories = await database.pool.query(incompleteHistories, values.slice(0, 1));
  expect(histories.rows).toEqual([]);
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();

/** The records that each list has, by its path on REST and its field in GraphQL. */
function listsOf(model: Model): Record<string, string[]> {
  const isActive = ({ archived }: { archived: boolean }) => !archived;
  return {
    'clients/list clients': idsOf(model.all('Client').filter(isActive)),
    'contacts/search contacts': idsOf(model.all('Contact').filter(isActive)),
    'projects/search projects': idsOf(model.all('Project').filter(({ active }) => active)),
    'tasks/list deliverables': idsOf(model.all('Deliverable').filter(isActive)),
    'timeWorked/search timeEntries': idsOf(model.all('TimeEntry')),
    'expenses/search expenses': idsOf(model.all('Expense')),
    'invoices/search invoices': idsOf(model.all('Invoice')),
    'payments/search payments': idsOf(model.all('Payment')),
    'creditNotes/list creditNotes': idsOf(model.all('CreditNote')),
    'opportunities/search opportunities': idsOf(model.all('Opportunity')),
    'payableInvoices/search payableInvoices': idsOf(
      model.all('Invoice').filter(({ amountDue }) => amountDue > 0n),
    ),
  };
}

/** The lists in both APIs have the records that the model has, and no others. */
export async function compareLists({ model, workspace }: Side): Promise<void> {
  const lists = Object.entries(listsOf(model)).map(([name, ids]) => {
    const [path = '', field = ''] = name.split(' ');
    return { path, field, ids };
  });
  for (const { ids, path } of lists) {
    const { body } = await workspace.get(path);
    expect({ path, ids: idsOf(body) }).toEqual({ path, ids });
  }
  const fields = lists.map(({ field }) => {
    // REST returns the archived ones, too.
    const all = field === 'opportunities' ? ', includeArchived: true' : '';
    return `${field}(first: 100${all}) { totalCount nodes { id } }`;
  });
  const { body } = await workspace.gql(`{ ${fields.join(' ')} }`);
  for (const { field, ids } of lists) {
    const { nodes, totalCount } = body.data[field];
    expect({ field, totalCount }).toEqual({ field, totalCount: ids.length });
    if (ids.length <= 100) expect({ field, ids: idsOf(nodes) }).toEqual({ field, ids });
  }
}
