import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import {
  endOfDay,
  rangeOrderRule,
  startOfDay,
  startOfLastTwelveMonths,
} from '../../platform/input/date-ranges.ts';
import { date, integer } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { isOwedSql } from '../invoices/invoice-record.ts';
import { moneyMovementsSql } from '../payments/money-movements.ts';
import { isClosedStage, stageTypes } from '../pipeline-stages/index.ts';
import { isChargeableTimeSql } from '../work-prices/billable-work.ts';

/**
 * Figures of the whole workspace for a dashboard: one grouped statement each, and never a sum over two currencies.
 * "Today", months and days are those of the workspace's time zone.
 */

const today = ({ workspace, now }: Context) => todayIn(workspace.timeZone, now);

/** A length of time in SQL as whole minutes that an Int holds, which is 4,083 years. */
export const wholeMinutesSql = Prisma.sql`least(floor(extract(epoch FROM sum("timerEnd" - "timerStart")) / 60), 2147483647)::int`;

export interface ReceivablesByAge {
  currency: string;
  invoices: number;
  /** Not due before today. */
  notDue: Decimal;
  days1To30: Decimal;
  days31To60: Decimal;
  days61To90: Decimal;
  over90Days: Decimal;
  total: Decimal;
}

/**
 * What clients owe on open invoices that were issued, by currency and by how many days the invoices are overdue. Drafts
 * are not issued: nobody owes anything on them.
 */
export async function listReceivablesByAge(context: Context): Promise<ReceivablesByAge[]> {
  const due = (condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(due) FILTER (WHERE ${condition}), 0)`;
  return context.db.$queryRaw<ReceivablesByAge[]>`
    SELECT currency, count(*)::int AS invoices, sum(due) AS total,
      ${due(Prisma.sql`late <= 0`)} AS "notDue",
      ${due(Prisma.sql`late BETWEEN 1 AND 30`)} AS "days1To30",
      ${due(Prisma.sql`late BETWEEN 31 AND 60`)} AS "days31To60",
      ${due(Prisma.sql`late BETWEEN 61 AND 90`)} AS "days61To90",
      ${due(Prisma.sql`late > 90`)} AS "over90Days"
    FROM (
      SELECT currency, "amountDue" AS due, ${today(context)}::date - "dueDate" AS late FROM "Invoice"
      WHERE "accountId" = ${context.accountId} AND ${isOwedSql}
    ) AS open
    GROUP BY currency ORDER BY currency`;
}

const periodFields = {
  from: nullable(date, 'First day.'),
  to: nullable(date, 'Last day; left out: today.'),
};

export const reportPeriodInput = inputObject(
  'Period',
  'A stretch of days, both ends included.',
  periodFields,
);

export interface MonthlyRevenue {
  /** The first day of the month. */
  month: Date;
  currency: string;
  /** What came in, less what was given or taken back. */
  amount: Decimal;
  payments: number;
}

/**
 * Payments received, less what was refunded or taken back in the month, by month and currency: a payment that bounces is less of the month
 * in which it does. A month without any is left out. The last twelve months up to today unless
 * the period says otherwise.
 * @throws ActionError invalid_input
 */
export async function listRevenueByMonth(
  context: Context,
  input: InputOf<typeof reportPeriodInput>,
): Promise<MonthlyRevenue[]> {
  const { from, to } = parseInput(reportPeriodInput, input, rangeOrderRule);
  const last = to ? formatDate(to) : today(context);
  const first = from ? formatDate(from) : startOfLastTwelveMonths(last);
  return context.db.$queryRaw<MonthlyRevenue[]>`
    SELECT date_trunc('month', m.date)::date AS month, i.currency, sum(m.amount) AS amount,
      sum(m.payments)::int AS payments
    FROM (${moneyMovementsSql(context, { first, last })}) m
    JOIN "Invoice" i ON i."accountId" = ${context.accountId} AND i.id = m."invoiceId"
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

const most = withDefault(integer({ min: 1, max: 100 }), 25, 'How many groups at most.');

export const topGroupsInput = inputObject('Top', 'How much of a figure to answer.', {
  first: most,
});

export interface TimeGroup {
  /** The client, project or user; null for time without one. */
  id: string | number | null;
  minutes: number;
  entries: number;
}

/**
 * Time that can be charged and no invoice has charged yet, by client: those with the most first. That is the time of `unbilledWork`,
 * and the time that has no client yet.
 * @throws ActionError invalid_input
 */
export async function listUnbilledTimeByClient(
  context: Context,
  input: InputOf<typeof topGroupsInput>,
): Promise<TimeGroup[]> {
  const { first } = parseInput(topGroupsInput, input);
  return context.db.$queryRaw<TimeGroup[]>`
    SELECT "clientId" AS id, ${wholeMinutesSql} AS minutes, count(*)::int AS entries FROM "TimeEntry" t
    WHERE "accountId" = ${context.accountId} AND "invoiceId" IS NULL AND ${isChargeableTimeSql(context.accountId)}
    GROUP BY "clientId" ORDER BY minutes DESC, "clientId" LIMIT ${first}`;
}

const openStageTypes = stageTypes.filter((stageType) => !isClosedStage({ stageType }));

export interface PipelineStageTotal {
  id: string;
  opportunities: number;
  /** Sum of the estimated values, in the workspace's currency. */
  value: Decimal;
}

/** What may still be won, by stage in the pipeline's order: of opportunities neither archived nor in a closed stage. */
export async function listPipelineByStage({
  accountId,
  db,
}: Context): Promise<PipelineStageTotal[]> {
  return db.$queryRaw<PipelineStageTotal[]>`
    SELECT s.id, count(o.id)::int AS opportunities, coalesce(sum(o.value), 0) AS value
    FROM "PipelineStage" s
    LEFT JOIN "Opportunity" o ON o."accountId" = s."accountId" AND o."statusId" = s.id AND NOT o.archived
    WHERE s."accountId" = ${accountId} AND s."stageType" = ANY (${openStageTypes}::"StageType"[])
    GROUP BY s.id, s.position ORDER BY s.position, s.id`;
}

export const trackedTimeInput = inputObject('TrackedTime', 'Which tracked time to sum up.', {
  ...periodFields,
  first: most,
});

/**
 * Time worked from the first to the last day, by project or by user: those with the most first. An entry counts on the
 * day on which it began. From the first day of the month unless the period says otherwise.
 * @throws ActionError invalid_input
 */
export async function listTrackedTime(
  context: Context,
  by: 'projectId' | 'userId',
  input: InputOf<typeof trackedTimeInput>,
): Promise<TimeGroup[]> {
  const { from, to, first: mostGroups } = parseInput(trackedTimeInput, input, rangeOrderRule);
  const last = to ?? dateToDb(today(context));
  const first = from ?? dateToDb(`${formatDate(last).slice(0, 8)}01`);
  const [start, end] = [startOfDay(context, 'from', first), endOfDay(context, 'to', last)];
  const column = Prisma.raw(`"${by}"`);
  return context.db.$queryRaw<TimeGroup[]>`
    SELECT ${column} AS id, ${wholeMinutesSql} AS minutes, count(*)::int AS entries FROM "TimeEntry"
    WHERE "accountId" = ${context.accountId}
      AND "timerStart" >= ${start} AND "timerStart" < ${end}
    GROUP BY ${column} ORDER BY minutes DESC, ${column} LIMIT ${mostGroups}`;
}
