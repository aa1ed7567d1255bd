import { actorKinds, eventKinds } from '../../domain/events/event-types.ts';
import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import { listEvents, listEventsInput } from '../../domain/events/list-events.ts';
import { auditedModels } from '../../platform/audit-log/audited-columns.ts';
import { RecordListPart } from '../core/list-routes.ts';
import type { Route } from '../core/route.ts';
import { defineReadRoute } from '../core/route.ts';
import {
  anyJson,
  choice,
  dateTime,
  defineSerializer,
  integer,
  listOf,
  makeNullable,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';

const eventSerializer = defineSerializer<WorkspaceEvent>()('Event', 'A change of one record.', {
  place: withDescription(
    text,
    'Position in the order of the workspace. Pass it as `after` to continue.',
  ),
  type: withDescription(text, 'Type of the record and of the event: `invoice.paid`.'),
  types: withDescription(
    listOf(text),
    'Every type that applies. A new invoice that is issued by the same call has `invoice.created` and `invoice.issued`.',
  ),
  kind: withDescription(choice(eventKinds), 'Kind of change.'),
  recordType: withDescription(choice(auditedModels), 'Type of the record.'),
  recordId: withDescription(text, 'Id of the record, or the ids of the records that it links.'),
  recordVersion: withDescription(
    makeNullable(integer),
    'Version after the change, if the record has one.',
  ),
  before: withDescription(
    anyJson,
    'The values before, by column: of an update those that differ, of a deletion all but those that are null. Null if there are none, once they were erased, and for members.',
  ),
  after: withDescription(
    anyJson,
    'New values: the changed ones of an update, the non-null ones of a new record.',
  ),
  actorKind: withDescription(makeNullable(choice(actorKinds)), 'Kind of actor.'),
  actorId: withDescription(nullableText, 'The user, key or contact.'),
  actorName: withDescription(
    nullableText,
    'Name at that time. Null without `clients:read` and `people:read`.',
  ),
  operation: withDescription(nullableText, 'The operation.'),
  requestId: withDescription(nullableText, 'Id of the request in the log.'),
  at: withDescription(dateTime, 'Time of the change.'),
});

const example = {
  place: '1042-mmc1xk2o',
  type: 'invoice.paid',
  types: ['invoice.paid', 'invoice.updated'],
  kind: 'UPDATED',
  recordType: 'Invoice',
  recordId: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f60',
  recordVersion: 4,
  before: { status: 'SENT', paymentTotal: '0', amountDue: '250', datePaid: null },
  after: { status: 'PAID', paymentTotal: '250', amountDue: '0', datePaid: '2026-03-31' },
  actorKind: 'KEY',
  actorId: 'key_0199d2f0a1c27b1e9f4b6c1de0a35f01',
  actorName: 'Shop',
  operation: 'POST payment/create',
  requestId: '5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57',
  at: '2026-03-31T14:00:00.000Z',
};

export const eventRoutes: Route[] = [
  {
    ...defineReadRoute({
      path: 'events/list',
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'List events',
      description:
        'Every change of readable records, including deletions, in commit order. If you continue after the last `place`, you get every event exactly once. The `Link` header always contains the next request, even if there are no more events yet: poll it. `after=now` returns no events and the end of the log, as a starting point after a full read. A response can have fewer events than `limit`, or none, although more follow: the service scans 20,000 entries at a time. Events are stored for 30 days by default. An older position, or one of another workspace, is a 410 `events_expired`.',
      input: listEventsInput,
      area: null,
      output: { schema: listOf(eventSerializer).schema },
      errors: ['events_expired'],
      example: { input: { limit: 10 }, output: [example] },
      handle: async (context, input) => {
        const { events, place } = await listEvents(context, input);
        return new RecordListPart(JSON.stringify(events), { parameter: 'after', value: place });
      },
    }),
    returnsPages: true,
    hasScopesOfInput: true,
  },
];
