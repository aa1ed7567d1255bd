import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleFromJson } from '../projects/fee-schedule.ts';
import { wholeSecondsSql } from '../time-entries/time-entry-columns.ts';

interface ProjectUsage {
  id: string;
  feeSchedule: unknown;
  seconds: Decimal | null;
  invoiced: Decimal | null;
}

/** Invoices in other currencies than the client's do not count. Projects without a budget are omitted. */
export async function findBudgetUsedByProject(
  { accountId, db, workspace }: Context,
  ids: readonly string[],
): Promise<Map<string, Decimal>> {
  const rows = await db.$queryRaw<ProjectUsage[]>`
    SELECT p.id, p."feeSchedule", t.seconds, l.invoiced
    FROM "Project" p
    JOIN "Client" c ON c."accountId" = p."accountId" AND c.id = p."clientId"
    CROSS JOIN LATERAL (
      SELECT sum(${Prisma.raw(wholeSecondsSql('e'))}) AS seconds FROM "TimeEntry" e
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
  for (const { id, feeSchedule, seconds, invoiced } of rows) {
    const share = computeBudgetShare(
      feeScheduleFromJson(feeSchedule),
      seconds ?? new Decimal(0),
      invoiced,
    );
    if (share) shares.set(id, share);
  }
  return shares;
}

/**
 * 0.75 is three quarters.
 * - Hourly projects: hours × rate, of the upper estimate.
 * - Others: invoiced net amount of the fixed price, of all retainer periods, or of the estimate.
 */
export function computeBudgetShare(
  feeSchedule: FeeSchedule | null,
  seconds: Decimal,
  invoiced: Decimal | null,
): Decimal | undefined {
  if (feeSchedule === null) return undefined;
  const { feeType, amount } = feeSchedule;
  const budget = budgetOf(feeSchedule);
  if (!budget?.gt(0)) return undefined;
  const hourlyAmount = amount?.times(seconds).dividedBy(3_600);
  const usedAmount = feeType === 'HOURLY' ? hourlyAmount : (invoiced ?? new Decimal(0));
  return usedAmount?.dividedBy(budget).toDecimalPlaces(4, Decimal.ROUND_HALF_UP);
}

function budgetOf(feeSchedule: FeeSchedule): Decimal | null {
  const { feeType, amount, estimateMin, estimateMax, retainerPeriods } = feeSchedule;
  const estimate = estimateMax ?? estimateMin;
  if (feeType === 'FIXED_PRICE') return amount ?? estimate;
  const isLimited = retainerPeriods !== null && retainerPeriods > 0;
  if (feeType === 'RETAINER' && amount && isLimited) return amount.times(retainerPeriods);
  return estimate;
}
