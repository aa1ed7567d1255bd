import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { wholeMinutesSql } from '../reports/report-sql.ts';

/** Whole minutes worked, by what the time was logged for; records without any are left out. */
function trackedMinutesBy(
  column: 'clientId' | 'projectId' | 'deliverableId',
  condition: Prisma.Sql,
) {
  const columnSql = Prisma.raw(`"${column}"`);
  return async ({ accountId, db }: Context, ids: readonly string[]) => {
    const rows = await db.$queryRaw<{ id: string; minutes: number }[]>`
      SELECT ${columnSql} AS id, ${wholeMinutesSql('t')} AS minutes FROM "TimeEntry" t
      WHERE "accountId" = ${accountId} AND ${columnSql} = ANY (${ids}::text[]) ${condition}
      GROUP BY ${columnSql}`;
    return new Map(rows.map(({ id, minutes }) => [id, minutes]));
  };
}

export const findTrackedMinutesByProject = trackedMinutesBy('projectId', Prisma.empty);

export const findTrackedMinutesByDeliverable = trackedMinutesBy('deliverableId', Prisma.empty);

export const findUnbilledMinutesByClient = trackedMinutesBy(
  'clientId',
  Prisma.sql`AND "invoiceId" IS NULL AND billable`,
);
