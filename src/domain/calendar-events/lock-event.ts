import type { CalendarEvent } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { checkVersion, isVersionExpected } from '../../write/optimistic-locking.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';

/**
 * An id has precedence over an externalId.
 * @throws ActionError version_mismatch
 */
export async function lockCalendarEvent(
  tx: WriteContext,
  eventId: string,
): Promise<CalendarEvent | undefined> {
  const condition = Prisma.sql`id = ${eventId} OR "externalId" = ${eventId}`;
  const events = await tx.lockAll('CalendarEvent', condition);
  const event = events.find(({ id }) => id === eventId) ?? events[0];
  if (event && isVersionExpected(tx, 'CalendarEvent')) await checkVersion(tx, event);
  return event;
}
