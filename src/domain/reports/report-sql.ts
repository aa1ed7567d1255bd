import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { todayIn } from '../../platform/dates/dates.ts';

/**
 * Figures of the whole workspace for a dashboard: one grouped statement each, and never a sum over two currencies.
 * "Today", months and days are those of the workspace's time zone.
 */

export const workspaceToday = ({ workspace, now }: Context) => todayIn(workspace.timeZone, now);

/** A length of time in SQL as whole minutes that an Int holds, which is 4,083 years. */
export const wholeMinutesSql = Prisma.sql`least(floor(extract(epoch FROM sum("timerEnd" - "timerStart")) / 60), 2147483647)::int`;
