import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { wholeMinutesSql } from '../reports/report-sql.ts';

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
