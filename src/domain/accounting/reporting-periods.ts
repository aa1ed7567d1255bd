import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule, startOfLastTwelveMonths } from '../../platform/input/date-ranges.ts';
import { date, enumOf } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, withDefault } from '../../platform/input/fields.ts';

const periodLengths = ['MONTH', 'QUARTER', 'YEAR'] as const;

export type PeriodLength = (typeof periodLengths)[number];

/** Ten years of months. */
const maxPeriods = 120;

const monthsOf = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const satisfies Record<PeriodLength, number>;

export const reportingPeriodFields = {
  by: withDefault(enumOf('PeriodLength', periodLengths), 'MONTH', 'How long a period is.'),
  from: nullable(
    date,
    'First day. Default: the first day of the month eleven months before the last day.',
  ),
  to: nullable(date, 'Last day. Default: today.'),
};

export const reportingPeriodsInput = inputObject(
  'Periods',
  'Which periods to sum up.',
  reportingPeriodFields,
);

/** Both days included. */
export interface ReportingPeriods {
  by: PeriodLength;
  first: string;
  last: string;
}

interface PeriodsInput {
  by: PeriodLength;
  from: Date | null;
  to: Date | null;
}

/** @throws ActionError invalid_input */
export function parseReportingPeriods(
  context: Context,
  input: InputOf<typeof reportingPeriodsInput>,
): ReportingPeriods {
  return resolveReportingPeriods(context, parseInput(reportingPeriodsInput, input, rangeOrderRule));
}

export function resolveReportingPeriods(
  { workspace, now }: Context,
  { by, from, to }: PeriodsInput,
): ReportingPeriods {
  const last = to ? formatDate(to) : todayIn(workspace.timeZone, now);
  const first = from ? formatDate(from) : startOfLastTwelveMonths(last);
  if (periodsBetween(by, first, last) > maxPeriods) {
    const message = `must not be more than ${maxPeriods} periods before the last day: choose longer periods or fewer days`;
    throw invalidInputError([{ path: 'from', code: 'out_of_range', message }]);
  }
  return { by, first, last };
}

function periodsBetween(by: PeriodLength, first: string, last: string): number {
  const periodIndex = (day: string) => {
    const at = dateToDb(day);
    return Math.floor((at.getUTCFullYear() * 12 + at.getUTCMonth()) / monthsOf[by]);
  };
  return periodIndex(last) - periodIndex(first) + 1;
}

/** `column` is a date in SQL. */
export const startOfPeriodSql = (
  { by }: { by: PeriodLength | 'DAY' },
  column: string,
): Prisma.Sql => Prisma.raw(`date_trunc('${by.toLowerCase()}', ${column})::date`);

export function firstDayOfPeriod(by: PeriodLength, day: Date): Date {
  const months = monthsOf[by];
  const month = day.getUTCMonth() - (day.getUTCMonth() % months);
  return new Date(Date.UTC(day.getUTCFullYear(), month, 1));
}
