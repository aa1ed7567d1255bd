import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';

export const workspaceToday = ({ workspace, now }: Context) => todayIn(workspace.timeZone, now);

/** Within the range of Int. A sum of intervals takes a third of the time of a sum of exact numbers. */
export const wholeMinutesSql = (alias: string) => {
  const worked = `sum(date_trunc('second', ${alias}."timerEnd" - ${alias}."timerStart"))`;
  return Prisma.raw(
    `least(floor(coalesce(extract(epoch FROM ${worked}), 0) / 60), 2147483647)::int`,
  );
};
