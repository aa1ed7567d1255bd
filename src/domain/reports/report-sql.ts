import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';

/**
 * Figures of the whole workspace for a dashboard: one grouped statement each, and never a sum over two currencies.
 * "Today", months and days are those of the workspace's time zone.
 */

export const workspaceToday = ({ workspace, now }: Context) => todayIn(workspace.timeZone, now);

/**
 * Time worked by the entries under an alias in SQL, as whole minutes that an Int holds, which is 4,083 years. A sum of intervals takes a
 * third of the time of a sum of exact numbers.
 */
export const wholeMinutesSql = (alias: string) => {
  const worked = `sum(date_trunc('second', ${alias}."timerEnd" - ${alias}."timerStart"))`;
  return Prisma.raw(
    `least(floor(coalesce(extract(epoch FROM ${worked}), 0) / 60), 2147483647)::int`,
  );
};
