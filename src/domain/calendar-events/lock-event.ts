import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { ChangeCollector } from '../../platform/audit-log/change-collector.ts';
import type { Context } from '../../platform/context/context.ts';
import { checkVersion, isVersionExpected } from '../../write/optimistic-locking.ts';

export async function lockCalendarEvent(
  context: Context & { log: ChangeCollector },
  eventId: string,
) {
  const { accountId, db, log } = context;
  const [event] = await db.$queryRaw<CalendarEvent[]>`
    SELECT * FROM "CalendarEvent" WHERE "accountId" = ${accountId} AND (id = ${eventId} OR "externalId" = ${eventId})
    ORDER BY (id = ${eventId}) DESC LIMIT 1 FOR NO KEY UPDATE`;
  if (event) log.read('CalendarEvent', { ...event });
  if (event && isVersionExpected(context, 'CalendarEvent')) await checkVersion(context, event);
  return event;
}
