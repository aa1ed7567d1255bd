import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currencyDigitsSql } from '../../platform/money/currency-digits.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { netExpenseSql } from '../expenses/net-amount.ts';
import { wholeSecondsSql } from '../time-entries/time-entry-columns.ts';
import { unbilledLinesSql } from '../work-prices/billable-work.ts';

/** Without tax. */
export interface ProjectProfit {
  currency: string;
  /** Charged by issued invoices, after discounts. */
  billed: Decimal;
  writtenOff: Decimal;
  /** The price of billable work without an invoice. */
  unbilled: Decimal;
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

/** Selects one part. The columns of the other parts are NULL. */
function selectPart(part: Part, project: string, currency: string, value: string | Prisma.Sql) {
  const column = typeof value === 'string' ? raw(value) : value;
  const values = partNames.map((name) => (name === part ? column : raw('NULL::numeric')));
  const columns = values.map((one, index) => sql`${one} AS ${raw(`"${partNames[index]}"`)}`);
  return sql`SELECT ${raw(project)} AS id, ${raw(currency)} AS currency, ${Prisma.join(columns)}`;
}

/** The discount applies to each item. */
const isItemSql = (alias: string) => `${alias}.role IN ('ITEM', 'ITEM_ALLOWANCE', 'ITEM_CHARGE')`;

const discountFactorSql = `CASE WHEN ${isItemSql('l')} THEN 1 - i."discountPercent" / 100 ELSE 1 END`;

const netAmountSql = `l."lineTotal" * ${discountFactorSql}`;

/** The gross total of the deposits that an invoice deducts. */
const deductedDepositsSql = (
  accountId: number,
) => sql`(SELECT coalesce(sum(d.total), 0) FROM "Invoice" d WHERE d."accountId" = ${accountId} AND d.id IN (
  SELECT o."depositInvoiceId" FROM "InvoiceLine" o WHERE o."accountId" = ${accountId} AND o."invoiceId" = i.id))`;

/** The net amount of `k`, a line of a credit note. A credit note can leave the discount out, and a later one includes it. */
const creditedAmountSql = (accountId: number) =>
  sql`k."lineTotal" * CASE WHEN i."discountPercent" = 0 OR NOT EXISTS (SELECT FROM "CreditNote" o WHERE o."accountId" = ${accountId}
      AND o."invoiceId" = i.id AND NOT o."includeDocumentAdjustments") THEN ${raw(discountFactorSql)}
    WHEN ${raw(isItemSql('l'))} THEN 1 - coalesce((SELECT c."discountAmount" FROM "CreditNote" c WHERE c."accountId" = ${accountId}
      AND c.id = k."creditNoteId") / nullif((SELECT sum(x."lineTotal") FROM "CreditNoteLine" x
      JOIN "InvoiceLine" y ON y."accountId" = x."accountId" AND y.id = x."invoiceLineId"
      WHERE x."accountId" = ${accountId} AND x."creditNoteId" = k."creditNoteId" AND ${raw(isItemSql('y'))}), 0), 0) ELSE 1 END`;

/** Credited amounts are not written off. */
const uncreditedAmountSql = (accountId: number) =>
  sql`(${raw(netAmountSql)} - (SELECT coalesce(sum(${creditedAmountSql(accountId)}), 0) FROM "CreditNoteLine" k
    WHERE k."accountId" = ${accountId} AND k."invoiceLineId" = l.id))`;

const writtenOffAmountSql = (accountId: number) =>
  sql`CASE WHEN i.status = 'WRITE_OFF' THEN ${uncreditedAmountSql(accountId)} * (i.total - i."paymentTotal" - i."creditedTotal")
    / nullif(i.total + ${deductedDepositsSql(accountId)} - i."creditedTotal", 0) END`;

/** A deducted deposit is part of the final invoice and does not count twice. */
const isDeductedDepositSql = (
  accountId: number,
) => sql`i."invoiceType" = 'DEPOSIT' AND EXISTS (SELECT FROM "InvoiceLine" o
  JOIN "Invoice" f ON f."accountId" = o."accountId" AND f.id = o."invoiceId"
  WHERE o."accountId" = ${accountId} AND o."depositInvoiceId" = i.id AND f.status NOT IN ('DRAFT', 'VOIDED')
    AND NOT (f."creditedTotal" > 0 AND f."creditedTotal" = f.total))`;

const secondsSql = wholeSecondsSql('t');

/** Labor is hours × hourly cost of the user, also for time that is not billable. */
export async function findProjectProfits(
  { accountId, db, workspace }: Context,
  ids: readonly string[],
): Promise<Map<string, ProjectProfit[]>> {
  const isOfProjectsSql = (alias: string) =>
    sql`${raw(`${alias}."accountId"`)} = ${accountId} AND ${raw(`${alias}."projectId"`)} = ANY (${ids}::text[])`;
  const chargedLinesSql = sql`FROM "InvoiceLine" l JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId"
      WHERE ${isOfProjectsSql('l')} AND i.status NOT IN ('DRAFT', 'VOIDED') AND NOT (${isDeductedDepositSql(accountId)})`;
  const timeEntriesSql = sql`FROM "TimeEntry" t JOIN "User" u ON u."accountId" = t."accountId" AND u.id = t."userId"
      JOIN "Workspace" w ON w."accountId" = t."accountId" WHERE ${isOfProjectsSql('t')}`;
  const sum = (part: Part, divisor = 1) =>
    raw(
      `round(coalesce(sum("${part}"), 0)::numeric(40, 12) / ${divisor}, ${currencyDigitsSql('currency')}) AS "${part}"`,
    );
  const rows = await db.$queryRaw<(ProjectProfit & { id: string })[]>`
    WITH found AS (
      ${selectPart('billed', 'l."projectId"', 'i.currency', netAmountSql)} ${chargedLinesSql}
      UNION ALL ${selectPart('billed', 'l."projectId"', 'i.currency', sql`- ${creditedAmountSql(accountId)}`)} FROM "CreditNoteLine" k
        JOIN "InvoiceLine" l ON l."accountId" = k."accountId" AND l.id = k."invoiceLineId"
        JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId" WHERE ${isOfProjectsSql('l')}
      UNION ALL ${selectPart('writtenOff', 'l."projectId"', 'i.currency', writtenOffAmountSql(accountId))} ${chargedLinesSql} AND i.status = 'WRITE_OFF'
      UNION ALL ${selectPart('unbilled', 'k."projectId"', 'k.currency', 'k.amount')}
        FROM (${unbilledLinesSql({ accountId, projectIds: ids })}) k
      UNION ALL ${selectPart('labor', 't."projectId"', 'w.currency', `${secondsSql} * u."hourlyCost"`)} ${timeEntriesSql} AND u."hourlyCost" IS NOT NULL
      UNION ALL ${selectPart('seconds', 't."projectId"', 'w.currency', secondsSql)} ${timeEntriesSql} AND u."hourlyCost" IS NULL
      UNION ALL ${selectPart('expenses', 't."projectId"', 't.currency', netExpenseSql())} FROM "Expense" t WHERE ${isOfProjectsSql('t')}
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
