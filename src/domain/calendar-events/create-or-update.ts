import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ParsedDateTime } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { NewRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import { resolveNewEventTimes, resolveUpdatedEventTimes } from './event-times.ts';
import type { CalendarEventFields, CalendarEventInput } from './fields.ts';
import { calendarEventIdInput, createOrUpdateCalendarEventInput } from './fields.ts';
import { lockCalendarEvent } from './lock-event.ts';

/**
 * `eventId` is an id or externalId (spec part 4, "calendar/createOrUpdate"). An unknown one becomes the externalId of a
 * new event. Concurrent callers create it once.
 * @throws ActionError invalid_input, id_missing, record_not_found; conflicting_state for a user who is inactive
 */
export function createOrUpdateCalendarEvent(
  context: Context,
  input: CalendarEventInput,
): Promise<{ id: string }> {
  return write(context, async (tx) => {
    const parsedId = calendarEventIdInput.safeParse(input);
    const eventId = parsedId.success ? parsedId.data.eventId : null;
    if (eventId === null) {
      if (tx.versionCheck) requireId({});
      return tx.insert('CalendarEvent', await newEvent(tx, input, null));
    }
    const current = await lockCalendarEvent(tx, eventId);
    if (current) return changeEvent(tx, current, input);
    if (tx.versionCheck) throw recordNotFoundError('CalendarEvent', eventId);
    const row = await newEvent(tx, input, eventId);
    const [created] = await tx.insertMissing('CalendarEvent', [row]);
    if (created) return created;
    const concurrent = await lockCalendarEvent(tx, eventId);
    if (concurrent) return changeEvent(tx, concurrent, input);
    throw new ActionError('conflicting_state', 'The event was changed meanwhile; try again.');
  });
}

/** @throws ActionError invalid_input */
async function newEvent(
  context: Context,
  input: CalendarEventInput,
  externalId: string | null,
): Promise<NewRow<'CalendarEvent'>> {
  const { startTime, ...fields } = parseInput(createOrUpdateCalendarEventInput, input, (valid) =>
    valid.startTime === null
      ? [{ path: 'startTime', code: 'required', message: 'is required' }]
      : [],
  );
  const timeZone = fields.timeZone ?? context.workspace.timeZone;
  return {
    ...resolveNewEventTimes({ ...fields, startTime: startTime as ParsedDateTime, timeZone }),
    ...columnsOf(fields),
    id: newId('CalendarEvent'),
    externalId,
    userId: await resolveOwner(context, fields.userEmail),
  };
}

async function changeEvent(
  tx: WriteContext,
  current: CalendarEvent,
  input: CalendarEventInput,
): Promise<CalendarEvent> {
  const change = parseUpdateInput(createOrUpdateCalendarEventInput, input, 'patch');
  const { startTime, endTime, timeZone, fullDay, userEmail } = change;
  const times = {
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(timeZone !== undefined && { timeZone: timeZone ?? tx.workspace.timeZone }),
    ...(fullDay !== undefined && { fullDay }),
  };
  const span = Object.keys(times).length > 0 ? resolveUpdatedEventTimes(current, times) : {};
  const owner = userEmail === undefined ? {} : { userId: await resolveOwner(tx, userEmail) };
  return tx.update('CalendarEvent', current, { ...span, ...columnsOf(change), ...owner });
}

/**
 * The user with that address, otherwise the workspace owner.
 * @throws ActionError conflicting_state for a user who is inactive
 */
async function resolveOwner(context: Context, userEmail: string | null): Promise<number> {
  const isKnown = userEmail !== null && (await context.names.find('user', userEmail)) !== undefined;
  return resolveAssignee(context, isKnown ? userEmail : null);
}

function columnsOf({ summary, description, location, busy }: Partial<CalendarEventFields>) {
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(busy !== undefined && { busyEvent: busy }),
  };
}
