import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { Decimal } from '../../platform/money/money.ts';
import { isOwedSql } from '../invoices/invoice-record.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleFromJson } from '../projects/fee-schedule.ts';
import { wholeMinutesSql } from '../reports/index.ts';

/** Figures of single records, for as many of them at once as a page has: one grouped statement each. */

/** An amount in a currency. */
export interface Money {
  currency: string;
  amount: Decimal;
}

/** What clients owe on open invoices that were issued, by currency; clients that owe nothing are left out. */
export async function findOutstandingByClient(
  { accountId, db }: Context,
  ids: readonly string[],
): Promise<Map<string, Money[]>> {
  return amountsOf(
    await db.$queryRaw<(Money & { id: string })[]>`
    SELECT "clientId" AS id, currency, sum("amountDue") AS amount FROM "Invoice"
    WHERE "accountId" = ${accountId} AND "clientId" = ANY (${ids}::text[]) AND ${isOwedSql}
    GROUP BY "clientId", currency ORDER BY "clientId", currency`,
  );
}

/** What clients have paid that no invoice needs yet, by currency; clients without any are left out. */
export async function findCreditByClient(
  { accountId, db }: Context,
  ids: readonly string[],
): Promise<Map<string, Money[]>> {
  return amountsOf(
    await db.$queryRaw<(Money & { id: string })[]>`
    SELECT "clientId" AS id, currency, sum(amount) AS amount FROM "ClientCredit"
    WHERE "accountId" = ${accountId} AND "clientId" = ANY (${ids}::text[])
    GROUP BY "clientId", currency HAVING sum(amount) <> 0 ORDER BY "clientId", currency`,
  );
}

function amountsOf(rows: readonly (Money & { id: string })[]): Map<string, Money[]> {
  const amounts = new Map<string, Money[]>();
  for (const { id, currency, amount } of rows) {
    amounts.set(id, [...(amounts.get(id) ?? []), { currency, amount }]);
  }
  return amounts;
}

/** Whole minutes worked, by what the time was logged for; records without any are left out. */
function minutesBy(column: 'clientId' | 'projectId' | 'deliverableId', further: Prisma.Sql) {
  const name = Prisma.raw(`"${column}"`);
  return async ({ accountId, db }: Context, ids: readonly string[]) => {
    const rows = await db.$queryRaw<{ id: string; minutes: number }[]>`
      SELECT ${name} AS id, ${wholeMinutesSql} AS minutes FROM "TimeEntry"
      WHERE "accountId" = ${accountId} AND ${name} = ANY (${ids}::text[]) ${further}
      GROUP BY ${name}`;
    return new Map(rows.map(({ id, minutes }) => [id, minutes]));
  };
}

export const findTrackedMinutesByProject = minutesBy('projectId', Prisma.empty);
export const findTrackedMinutesByDeliverable = minutesBy('deliverableId', Prisma.empty);
export const findUnbilledMinutesByClient = minutesBy(
  'clientId',
  Prisma.sql`AND "invoiceId" IS NULL AND billable`,
);

interface ProjectUse {
  id: string;
  feeSchedule: unknown;
  minutes: number | null;
  invoiced: Decimal | null;
}

/**
 * How much of the projects' budgets is used, see {@link computeBudgetShare}. What invoices charged counts where they are in the
 * client's currency (the workspace's, where the client has none), voided ones never. Projects without a budget are left
 * out.
 */
export async function findBudgetUsedByProject(
  { accountId, db, workspace }: Context,
  ids: readonly string[],
): Promise<Map<string, Decimal>> {
  const rows = await db.$queryRaw<ProjectUse[]>`
    SELECT p.id, p."feeSchedule", t.minutes, l.invoiced
    FROM "Project" p
    JOIN "Client" c ON c."accountId" = p."accountId" AND c.id = p."clientId"
    CROSS JOIN LATERAL (
      SELECT ${wholeMinutesSql} AS minutes FROM "TimeEntry" e
      WHERE e."accountId" = p."accountId" AND e."projectId" = p.id
    ) t
    CROSS JOIN LATERAL (
      SELECT sum(l."lineTotal") AS invoiced FROM "InvoiceLine" l
      JOIN "Invoice" i ON i."accountId" = l."accountId" AND i.id = l."invoiceId"
      WHERE l."accountId" = p."accountId" AND l."projectId" = p.id
        AND i.status <> 'VOIDED' AND i.currency = coalesce(c.currency, ${workspace.currency})
    ) l
    WHERE p."accountId" = ${accountId} AND p.id = ANY (${ids}::text[]) AND p."feeSchedule" IS NOT NULL`;
  const shares = new Map<string, Decimal>();
  for (const { id, feeSchedule, minutes, invoiced } of rows) {
    const share = computeBudgetShare(feeScheduleFromJson(feeSchedule), minutes ?? 0, invoiced);
    if (share) shares.set(id, share);
  }
  return shares;
}

/**
 * The used share of a project's budget, to four digits: 0.75 is three quarters, more than 1 is over it; undefined
 * without a budget. The estimate (its upper end, where there are two) is the budget of hourly work, which the hours
 * worked use up at the price of an hour. Otherwise what invoices charged uses it up, before discount and tax: the price,
 * for a fixed price; all periods, for a retainer that has a number of them; else the estimate.
 */
export function computeBudgetShare(
  feeSchedule: FeeSchedule | null,
  minutes: number,
  invoiced: Decimal | null,
): Decimal | undefined {
  if (feeSchedule === null) return undefined;
  const { feeType, amount } = feeSchedule;
  const budget = budgetOf(feeSchedule);
  if (!budget?.gt(0)) return undefined;
  const worked = amount?.times(minutes).dividedBy(60);
  const used = feeType === 'HOURLY' ? worked : (invoiced ?? new Decimal(0));
  return used?.dividedBy(budget).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
}

function budgetOf(feeSchedule: FeeSchedule): Decimal | null {
  const { feeType, amount, estimateMin, estimateMax, retainerPeriods } = feeSchedule;
  const estimate = estimateMax ?? estimateMin;
  if (feeType === 'FIXED_PRICE') return amount ?? estimate;
  const isLimited = retainerPeriods !== null && retainerPeriods > 0;
  if (feeType === 'RETAINER' && amount && isLimited) return amount.times(retainerPeriods);
  return estimate;
}
