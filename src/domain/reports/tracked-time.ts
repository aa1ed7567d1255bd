import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate } from '../../platform/dates/dates.ts';
import { endOfDay, rangeOrderRule, startOfDay } from '../../platform/input/date-ranges.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput } from '../../platform/input/fields.ts';
import { groupLimitField, periodFields } from './report-inputs.ts';
import { wholeMinutesSql, workspaceToday } from './report-sql.ts';

export interface TimeGroup {
  /** The client, project or user. */
  id: string | number | null;
  minutes: number;
  entries: number;
}

export const trackedTimeInput = inputObject('TrackedTime', 'Which tracked time to sum up.', {
  ...periodFields,
  first: groupLimitField,
});

/**
 * Most first. An entry counts on its first day. Default: from the first day of the month.
 * @throws ActionError invalid_input
 */
export async function listTrackedTime(
  context: Context,
  by: 'projectId' | 'userId',
  input: InputOf<typeof trackedTimeInput>,
): Promise<TimeGroup[]> {
  const { from, to, first: limit } = parseInput(trackedTimeInput, input, rangeOrderRule);
  const last = to ?? dateToDb(workspaceToday(context));
  const first = from ?? dateToDb(`${formatDate(last).slice(0, 8)}01`);
  const [start, end] = [startOfDay(context, 'from', first), endOfDay(context, 'to', last)];
  const column = Prisma.raw(`"${by}"`);
  return context.db.$queryRaw<TimeGroup[]>`
    SELECT ${column} AS id, ${wholeMinutesSql('t')} AS minutes, count(*)::int AS entries FROM "TimeEntry" t
    WHERE "accountId" = ${context.accountId}
      AND "timerStart" >= ${start} AND "timerStart" < ${end}
    GROUP BY ${column} ORDER BY minutes DESC, ${column} LIMIT ${limit}`;
}
