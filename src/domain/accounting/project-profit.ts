import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { wholeSecondsSql } from '../time-entries/time-entry-columns.ts';
import { unbilledLinesSql } from '../work-prices/billable-work.ts';
import { currencyDigitsSql } from '../work-prices/currency-digits.ts';

/** Without tax. */
export interface ProjectProfit {
  currency: string;
  /** Charged by issued invoices, after discounts. */
  billed: Decimal;
  writtenOff: Decimal;
  /** The price of billable work without an invoice. */
  unbilled: Decimal;
  /** Cost of the users' time. */
  labor: Decimal;
  /** Whole minutes of users without an hourly cost. */
  uncostedMinutes: number;
  expenses: Decimal;
  /** billed − writtenOff − labor − expenses */
  margin: Decimal;
}

type Part = 'billed' | 'writtenOff' | 'unbilled' | 'labor' | 'seconds' | 'expenses';

const { sql, raw } = Prisma;

const partNames: readonly Part[] = [
  'billed',
  'writtenOff',
  'unbilled',
  'labor',
  'seconds',
  'expenses',
];

/** The other parts are NULL. */
function partOf(part: Part, project: string, currency: string, value: string | Prisma.Sql) {
  const column = typeof value === 'string' ? raw(value) : value;
  const values = partNames.map((name) => (name === part ? column : raw('NULL::numeric')));
  const columns = values.map((one, index) => sql`${one} AS ${raw(`"${partNames[index]}"`)}`);
  return sql`SELECT ${raw(project)} AS id, ${raw(currency)} AS currency, ${Prisma.join(columns)}`;
}

/** The discount applies to each item. */
const afterDiscount = `CASE WHEN l.role IN ('ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE') THEN 1 - i."discountPercent" / 100 ELSE 1 END`;

const net = `l."lineTotal" * ${afterDiscount}`;

/** The gross total of the deposits that an invoice deducts. */
const deposited = (
  accountId: number,
) => sql`(SELECT coalesce(sum(d.total), 0) FROM "Invoice" d WHERE d."accountId" = ${accountId} AND d.id IN (
  SELECT o."depositInvoiceId" FROM "InvoiceLine" o WHERE o."accountId" = ${accountId} AND o."invoiceId" = i.id))`;

/** Credited amounts are not written off. */
const notCredited = (accountId: number) =>
  sql`(l."lineTotal" - (SELECT coalesce(sum(n."lineTotal"), 0) FROM "CreditNoteLine" n
    WHERE n."accountId" = ${accountId} AND n."invoiceLineId" = l.id)) * ${raw(afterDiscount)}`;

const givenUp = (accountId: number) =>
  sql`CASE WHEN i.status = 'WRITE_OFF' THEN ${notCredited(accountId)} * (i.total - i."paymentTotal" - i."creditedTotal")
    / nullif(i.total + ${deposited(accountId)} - i."creditedTotal", 0) END`;

/** A deducted deposit is part of the final invoice and does not count twice. */
const isTakenOff = (
  accountId: number,
) => sql`i."invoiceType" = 'DEPOSIT' AND EXISTS (SELECT FROM "InvoiceLine" o
  JOIN "Invoice" f ON f."accountId" = o."accountId" AND f.id = o."invoiceId"
  WHERE o."accountId" = ${accountId} AND o."depositInvoiceId" = i.id AND f.status NOT IN ('DRAFT', 'VOIDED')
    AND NOT (f."creditedTotal" > 0 AND f."creditedTotal" = f.total))`;

const credited = `- k."lineTotal" * ${afterDiscount}`;

const seconds = wholeSecondsSql('t');

/** Expenses without tax. */
const spent = `t.amount * 100 / CASE WHEN t."taxInclusive" AND t."taxRate" > 0 THEN 100 + t."taxRate" ELSE 100 END`;

/** Time costs the hourly cost of its user, billable or not. */
export async function findProjectProfits(
  { accountId, db, workspace }: Context,
  ids: readonly string[],
): Promise<Map<string, ProjectProfit[]>> {
  const ofProjects = (alias: string) =>
    sql`${raw(`${alias}."accountId"`)} = ${accountId} AND ${raw(`${alias}."projectId"`)} = ANY (${ids}::text[])`;
  const charged = sql`FROM "InvoiceLine" l JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId"
      WHERE ${ofProjects('l')} AND i.status NOT IN ('DRAFT', 'VOIDED') AND NOT (${isTakenOff(accountId)})`;
  const worked = sql`FROM "TimeEntry" t JOIN "User" u ON u."accountId" = t."accountId" AND u.id = t."userId"
      JOIN "Workspace" w ON w."accountId" = t."accountId" WHERE ${ofProjects('t')}`;
  const sum = (part: Part, divisor = 1) =>
    raw(
      `round(coalesce(sum("${part}"), 0)::numeric(40, 12) / ${divisor}, ${currencyDigitsSql('currency')}) AS "${part}"`,
    );
  const rows = await db.$queryRaw<(ProjectProfit & { id: string })[]>`
    WITH found AS (
      ${partOf('billed', 'l."projectId"', 'i.currency', net)} ${charged}
      UNION ALL ${partOf('billed', 'l."projectId"', 'i.currency', credited)} FROM "CreditNoteLine" k
        JOIN "InvoiceLine" l ON l."accountId" = k."accountId" AND l.id = k."invoiceLineId"
        JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId" WHERE ${ofProjects('l')}
      UNION ALL ${partOf('writtenOff', 'l."projectId"', 'i.currency', givenUp(accountId))} ${charged} AND i.status = 'WRITE_OFF'
      UNION ALL ${partOf('unbilled', 'k."projectId"', 'k.currency', 'k.amount')}
        FROM (${unbilledLinesSql({ accountId, projectIds: ids })}) k
      UNION ALL ${partOf('labor', 't."projectId"', 'w.currency', `${seconds} * u."hourlyCost"`)} ${worked} AND u."hourlyCost" IS NOT NULL
      UNION ALL ${partOf('seconds', 't."projectId"', 'w.currency', seconds)} ${worked} AND u."hourlyCost" IS NULL
      UNION ALL ${partOf('expenses', 't."projectId"', 't.currency', spent)} FROM "Expense" t WHERE ${ofProjects('t')}
    ), sums AS (
      SELECT id, currency, ${sum('billed')}, ${sum('writtenOff')}, ${sum('unbilled')}, ${sum('labor', 3_600)}, ${sum('expenses')},
        least(floor(coalesce(sum(seconds), 0) / 60), 2147483647)::int AS "uncostedMinutes"
      FROM found GROUP BY id, currency
    )
    SELECT *, billed - "writtenOff" - labor - expenses AS margin FROM sums
    ORDER BY id, currency <> ${workspace.currency}, currency`;
  const profits = new Map<string, ProjectProfit[]>();
  for (const { id, ...profit } of rows) profits.set(id, [...(profits.get(id) ?? []), profit]);
  return profits;
}
