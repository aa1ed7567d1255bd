import type { z } from 'zod';
import type { CalendarEvent } from '../../generated/prisma/client.ts';
import type { ChangeCollector } from '../../platform/audit-log/change-collector.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  booleanType,
  dateTimeAsWritten,
  email,
  multilineText,
  text,
  timeZone,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import { checkVersion, isVersionExpected } from '../../write/optimistic-locking.ts';
import { deleteRecord, recordNotFoundError, requireWrittenRow } from '../../write/records.ts';
import { resolveAssignee } from '../workspaces/users.ts';
import { resolveNewEventTimes, resolveUpdatedEventTimes } from './event-times.ts';

/** A calendar event as both doors answer it (spec part 2, "NativeCalendarEvent"). */
export type CalendarEventRecord = CalendarEvent;

export const createOrUpdateCalendarEventInput = inputObject(
  'CreateOrUpdateCalendarEvent',
  'An event, or what changes of one: a field left out of an update keeps its value.',
  {
    // An index takes 2,704 bytes, and a character up to four.
    eventId: nullable(
      text(600),
      'Id of the event, or the caller’s own id of it; an unknown one makes the event with it as externalId.',
    ),
    startTime: withRecordName(
      'startsAt',
      nullable(
        dateTimeAsWritten,
        'Start, required for a new event. With Z or an offset an instant, without one wall-clock time in the event’s time zone.',
      ),
    ),
    endTime: withRecordName(
      'endsAt',
      nullable(
        dateTimeAsWritten,
        'End, written like the start. An event without one lasts an hour, or its day if it is a full day.',
      ),
    ),
    timeZone: nullable(
      timeZone,
      'IANA time zone of the event; the workspace’s when left out. Changed alone, it keeps what the clocks show.',
    ),
    fullDay: withDefault(
      booleanType,
      false,
      'Whether it takes whole days: from the day of the start to that of the end, both included.',
    ),
    busy: withRecordName(
      'busyEvent',
      withDefault(booleanType, true, 'Whether the owner is busy meanwhile.'),
    ),
    summary: nullable(text(1_000)),
    description: nullable(multilineText()),
    location: nullable(text(1_000)),
    userEmail: nullable(
      email,
      'Whose event it is; left out, or no user’s: the owner of the workspace.',
    ),
  },
);

export const calendarEventPathInput = inputObject('CalendarEventPath', 'Which event to delete.', {
  id: required(text(600), 'Id of the event, or the caller’s own id of it.'),
});

type EventInput = InputOf<typeof createOrUpdateCalendarEventInput>;
type EventFields = z.output<typeof createOrUpdateCalendarEventInput>;

const eventIdInput = createOrUpdateCalendarEventInput.pick({ eventId: true });

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
    if (context.expected) requireId({});
    const [made] = await insertEvent(context, input, null);
    return made as CalendarEvent;
  }
  return inTransaction(context, async (tx) => {
    const current = await lockEvent(tx, eventId);
    if (current) return changeEvent(tx, current, input);
    if (tx.expected) throw recordNotFoundError('CalendarEvent', eventId);
    const [made] = await insertEvent(tx, input, eventId);
    if (made) return made;
    const others = await lockEvent(tx, eventId);
    if (others) return changeEvent(tx, others, input);
    throw new ActionError('conflicting_state', 'The event was changed meanwhile; try again.');
  });
}

async function lockEvent(context: Context & { log: ChangeCollector }, eventId: string) {
  const { accountId, db, log } = context;
  const [event] = await db.$queryRaw<CalendarEvent[]>`
    SELECT * FROM "CalendarEvent" WHERE "accountId" = ${accountId} AND (id = ${eventId} OR "externalId" = ${eventId})
    ORDER BY (id = ${eventId}) DESC LIMIT 1 FOR NO KEY UPDATE`;
  if (event) log.read('CalendarEvent', { ...event });
  if (event && isVersionExpected(context, 'CalendarEvent')) await checkVersion(context, event);
  return event;
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
    const event = await lockEvent(tx, eventId);
    if (!event) throw recordNotFoundError('CalendarEvent', eventId);
    await deleteRecord(tx, 'CalendarEvent', event.id);
    return event.id;
  });
}
