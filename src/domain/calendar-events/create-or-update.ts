import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { resolveAssignee } from '../workspaces/users.ts';
import { resolveNewEventTimes, resolveUpdatedEventTimes } from './event-times.ts';
import type { CalendarEventRecord, EventFields, EventInput } from './fields.ts';
import { createOrUpdateCalendarEventInput, eventIdInput } from './fields.ts';
import { lockEvent } from './lock-event.ts';

/**
 * Makes an event, or changes the one that eventId names: by our id, else by externalId. An unknown eventId makes the
 * event with it as externalId, one only however many callers bring it at once: the others change it (decisions,
 * "calendar/createOrUpdate"). An update carries what changes; null clears a field, or resets it to what a new event has.
 * @throws ActionError invalid_input, also for an end before the start; conflicting_state for a user who is inactive; where the
 * caller expects a version, id_missing, and record_not_found for an event that is not there
 */
export async function createOrUpdateCalendarEvent(
  context: Context,
  input: EventInput,
): Promise<CalendarEventRecord> {
  const asked = eventIdInput.safeParse(input);
  const eventId = asked.success ? asked.data.eventId : null;
  if (eventId === null) {
    if (context.versionCheck) requireId({});
    const [made] = await insertEvent(context, input, null);
    return made as CalendarEvent;
  }
  return inTransaction(context, async (tx) => {
    const current = await lockEvent(tx, eventId);
    if (current) return changeEvent(tx, current, input);
    if (tx.versionCheck) throw recordNotFoundError('CalendarEvent', eventId);
    const [made] = await insertEvent(tx, input, eventId);
    if (made) return made;
    const others = await lockEvent(tx, eventId);
    if (others) return changeEvent(tx, others, input);
    throw new ActionError('conflicting_state', 'The event was changed meanwhile; try again.');
  });
}

/** The new event, or none where another transaction has made one of that externalId meanwhile. */
async function insertEvent(
  context: Context,
  input: EventInput,
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
    ...ownFields(fields),
    accountId: context.accountId,
    id: newId('CalendarEvent'),
    externalId,
    userId: await findOwner(context, fields.userEmail),
  };
  return context.db.calendarEvent.createManyAndReturn({ data, skipDuplicates: true });
}

async function changeEvent(
  context: Context,
  current: CalendarEvent,
  input: EventInput,
): Promise<CalendarEvent> {
  const { accountId, workspace } = context;
  const change = parseUpdateInput(createOrUpdateCalendarEventInput, input, 'patch');
  const { startTime, endTime, timeZone, fullDay, userEmail } = change;
  const when = {
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    ...(timeZone !== undefined && { timeZone: timeZone ?? workspace.timeZone }),
    ...(fullDay !== undefined && { fullDay }),
  };
  const span = Object.keys(when).length > 0 ? resolveUpdatedEventTimes(current, when) : {};
  const user = userEmail === undefined ? {} : { userId: await findOwner(context, userEmail) };
  const rows = await context.db.calendarEvent.updateManyAndReturn({
    where: { accountId, id: current.id },
    data: { ...span, ...ownFields(change), ...user },
  });
  return requireWrittenRow(rows, 'CalendarEvent', current.id);
}

/**
 * Whose calendar it is: the user's, or the workspace owner's where nobody has that address (decisions,
 * "calendar/createOrUpdate").
 * @throws ActionError conflicting_state for a user who is inactive
 */
async function findOwner(context: Context, userEmail: string | null): Promise<number> {
  const isKnown = userEmail !== null && (await context.names.find('user', userEmail)) !== undefined;
  return resolveAssignee(context, isKnown ? userEmail : null);
}

/** The fields that are stored as they are sent. */
function ownFields({ summary, description, location, busy }: Partial<EventFields>) {
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(busy !== undefined && { busyEvent: busy }),
  };
}
