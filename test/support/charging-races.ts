import type { TestApi, TestWorkspace } from './api.ts';
import { created } from './invoices.ts';

interface Raced {
  clientName: string;
  entryIds: readonly string[];
  expenseId: string;
}

/**
 * The rows after many simultaneous bills of the same two hours and the same expense, each with a separate hour
 * first: the number of successes, and the charged records of the invoices.
 */
export const raceForWork = (api: TestApi, workspace: TestWorkspace, callers: number) =>
  race(api, workspace, callers, ({ clientName, entryIds, expenseId }, caller) =>
    workspace.post('invoices/create', {
      clientName,
      taxRate: 0,
      items: [
        // In turn the one way round and the other, in which two could wait for each other.
        { quantity: 2, rate: 50, timeEntryIds: caller % 2 ? entryIds : entryIds.toReversed() },
        { rate: 10, expenseIds: [expenseId] },
      ],
    }),
  );

/** The same, where half of them name what they bill and half bill all there is. */
export const raceForAllWork = (api: TestApi, workspace: TestWorkspace, callers: number) =>
  race(api, workspace, callers, ({ clientName, entryIds, expenseId }, caller) =>
    caller % 2
      ? workspace.post('invoices/createFromWork', { clientName, taxRate: 0, hourlyAmount: 50 })
      : workspace.post('invoices/create', {
          clientName,
          taxRate: 0,
          items: [
            { quantity: 2, rate: 50, timeEntryIds: entryIds.toReversed() },
            { rate: 10, expenseIds: [expenseId] },
          ],
        }),
  );

async function race(
  api: TestApi,
  workspace: TestWorkspace,
  callers: number,
  bill: (work: Raced, caller: number) => Promise<{ status: number }>,
) {
  const clientName = `Raced ${crypto.randomUUID()}`;
  const hour = { clientName, timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  const log = () => created(workspace, 'timeWorked/create', { ...hour, createClient: true });
  const [one, two] = [await log(), await log()];
  const { id: expenseId } = await created(workspace, 'expenses/create', {
    amount: 10,
    clientName,
    reimbursable: true,
  });
  const raced = { clientName, entryIds: [one.id, two.id], expenseId };
  const answers = await Promise.all(
    Array.from({ length: callers }, (_, caller) => bill(raced, caller)),
  );
  const { rows } = await api.database.pool.query(
    `SELECT (SELECT count(*)::int FROM "Invoice" i WHERE i."accountId" = $1 AND i."clientId" = $2) AS invoices,
       (SELECT sum(total)::float FROM "Invoice" i WHERE i."accountId" = $1 AND i."clientId" = $2) AS charged,
       (SELECT count(DISTINCT t."invoiceLineId")::int FROM "TimeEntry" t JOIN "InvoiceLine" l
          ON l."accountId" = t."accountId" AND l.id = t."invoiceLineId" AND l."invoiceId" = t."invoiceId"
        WHERE t."accountId" = $1 AND t."clientId" = $2) AS lines,
       (SELECT count(*)::int FROM "TimeEntry" t WHERE t."accountId" = $1 AND t."clientId" = $2 AND t."invoiceId" IS NOT NULL) AS entries,
       (SELECT count(*)::int FROM "Expense" e WHERE e."accountId" = $1 AND e."clientId" = $2 AND e."invoiceId" IS NOT NULL) AS expenses,
       (SELECT s."nextNumber" - 1 - count(*)::int FROM "Invoice" i JOIN "InvoiceSequence" s USING ("accountId")
        WHERE i."accountId" = $1 GROUP BY s."nextNumber") AS gaps`,
    [workspace.accountId, one.clientId],
  );
  const statuses = answers.map(({ status }) => status);
  const billed = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 409).length;
  return { billed, refused, ...rows[0] };
}

/** The expected rows. */
export const expectSingleInvoice = (callers: number) => ({
  billed: 1,
  refused: callers - 1,
  invoices: 1,
  charged: 110,
  lines: 1,
  entries: 2,
  expenses: 1,
  gaps: 0,
});
