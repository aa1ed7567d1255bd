import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockCalendarEvent } from './lock-event.ts';

/**
 * Deletes an event, which its id names or the caller's own id of it.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteCalendarEvent(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const eventId = requireId(input);
  return inTransaction(context, async (tx) => {
    const event = await lockCalendarEvent(tx, eventId);
    if (!event) throw recordNotFoundError('CalendarEvent', eventId);
    await deleteRecord(tx, 'CalendarEvent', event.id);
    return event.id;
  });
}
