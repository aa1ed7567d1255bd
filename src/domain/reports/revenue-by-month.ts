import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { rangeOrderRule, startOfLastTwelveMonths } from '../../platform/input/date-ranges.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { moneyMovementsSql } from '../payments/money-movements.ts';
import { reportPeriodInput } from './report-inputs.ts';
import { workspaceToday } from './report-sql.ts';

export interface MonthlyRevenue {
  month: Date;
  currency: string;
  /** Minus refunds and reversals. */
  amount: Decimal;
  payments: number;
}

/**
 * Refunds and reversals count in their own month. Default: the last twelve months.
 * @throws ActionError invalid_input
 */
export async function listRevenueByMonth(
  context: Context,
  input: InputOf<typeof reportPeriodInput>,
): Promise<MonthlyRevenue[]> {
  const { from, to } = parseInput(reportPeriodInput, input, rangeOrderRule);
  const last = to ? formatDate(to) : workspaceToday(context);
  const first = from ? formatDate(from) : startOfLastTwelveMonths(last);
  return context.db.$queryRaw<MonthlyRevenue[]>`
    SELECT date_trunc('month', m.date)::date AS month, i.currency, sum(m.amount) AS amount,
      sum(m.payments)::int AS payments
    FROM (${moneyMovementsSql(context, { first, last })}) m
    JOIN "Invoice" i ON i."accountId" = ${context.accountId} AND i.id = m."invoiceId"
    GROUP BY 1, 2 ORDER BY 1, 2`;
}
