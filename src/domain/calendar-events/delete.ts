import type { Context } from '../../platform/context/context.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { deletionErrorOf } from '../../write/delete-record.ts';
import { write } from '../../write/write.ts';
import { lockCalendarEvent } from './lock-event.ts';

/**
 * Finds the event by id or externalId.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteCalendarEvent = (context: Context, input: { id?: unknown }): Promise<string> =>
  write(context, async (tx) => {
    const eventId = requireId(input);
    const event = await lockCalendarEvent(tx, eventId);
    if (!event) throw recordNotFoundError('CalendarEvent', eventId);
    tx.delete('CalendarEvent', [event], deletionErrorOf(tx, 'CalendarEvent'));
    return event.id;
  });
