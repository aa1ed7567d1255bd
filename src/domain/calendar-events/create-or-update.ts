import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import { resolveNewEventTimes, resolveUpdatedEventTimes } from './event-times.ts';
import type { CalendarEventFields, CalendarEventInput, CalendarEventRecord } from './fields.ts';
import { calendarEventIdInput, createOrUpdateCalendarEventInput } from './fields.ts';
import { lockCalendarEvent } from './lock-event.ts';

/**
 * Makes an event, or changes the one that eventId names: by our id, else by externalId. An unknown eventId makes the
 * event with it as externalId, one only however many callers bring it at once: the others change it (decisions,
 * "calendar/createOrUpdate"). An update carries what changes; null clears a field, or resets it to what a new event has.
 * @throws ActionError invalid_input, also for an end before the start; conflicting_state for a user who is inactive; where the
 * caller expects a version, id_missing, and record_not_found for an event that is not there
 */
export async function createOrUpdateCalendarEvent(
  context: Context,
  input: CalendarEventInput,
): Promise<CalendarEventRecord> {
  const parsedId = calendarEventIdInput.safeParse(input);
  const eventId = parsedId.success ? parsedId.data.eventId : null;
  if (eventId === null) {
    if (context.versionCheck) requireId({});
    const [created] = await insertEvent(context, input, null);
    return created as CalendarEvent;
  }
  return inTransaction(context, async (tx) => {
    const current = await lockCalendarEvent(tx, eventId);
    if (current) return changeEvent(tx, current, input);
    if (tx.versionCheck) throw recordNotFoundError('CalendarEvent', eventId);
    const [created] = await insertEvent(tx, input, eventId);
    if (created) return created;
    const concurrent = await lockCalendarEvent(tx, eventId);
    if (concurrent) return changeEvent(tx, concurrent, input);
    throw new ActionError('conflicting_state', 'The event was changed meanwhile; try again.');
  });
}

/** The new event; none if another transaction created one with the externalId in the meantime. */
async function insertEvent(
  context: Context,
  input: CalendarEventInput,
  externalId: string | null,
): Promise<CalendarEvent[]> {
  const { startTime, ...fields } = parseInput(createOrUpdateCalendarEventInput, input, (valid) =>
    valid.startTime === null
      ? [{ path: 'startTime', code: 'required', message: 'is required' }]
      : [],
  );
  if (startTime === null) return [];
  const timeZone = fields.timeZone ?? context.workspace.timeZone;
  const data = {
    ...resolveNewEventTimes({ ...fields, startTime, timeZone }),
    ...columnsOf(fields),
    accountId: context.accountId,
    id: newId('CalendarEvent'),
    externalId,
    userId: await resolveOwner(context, fields.userEmail),
  };
  return context.db.calendarEvent.createManyAndReturn({ data, skipDuplicates: true });
}

async function changeEvent(
  context: Context,
  current: CalendarEvent,
  input: CalendarEventInput,
): Promise<CalendarEvent> {
  const { accountId, workspace } = context;
  const change = parseUpdateInput(createOrUpdateCalendarEventInput, input, 'patch');
  const { startTime, endTime, timeZone, fullDay, userEmail } = change;
  const times = {
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(timeZone !== undefined && { timeZone: timeZone ?? workspace.timeZone }),
    ...(fullDay !== undefined && { fullDay }),
  };
  const span = Object.keys(times).length > 0 ? resolveUpdatedEventTimes(current, times) : {};
  const owner = userEmail === undefined ? {} : { userId: await resolveOwner(context, userEmail) };
  const rows = await context.db.calendarEvent.updateManyAndReturn({
    where: { accountId, id: current.id },
    data: { ...span, ...columnsOf(change), ...owner },
  });
  return requireWrittenRow(rows, 'CalendarEvent', current.id);
}

/**
 * The owner of the calendar: the user with that address, otherwise the workspace owner (decisions, "calendar/createOrUpdate").
 * @throws ActionError conflicting_state for a user who is inactive
 */
async function resolveOwner(context: Context, userEmail: string | null): Promise<number> {
  const isKnown = userEmail !== null && (await context.names.find('user', userEmail)) !== undefined;
  return resolveAssignee(context, isKnown ? userEmail : null);
}

/** The columns that take input fields unchanged. */
function columnsOf({ summary, description, location, busy }: Partial<CalendarEventFields>) {
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(busy !== undefined && { busyEvent: busy }),
  };
}
