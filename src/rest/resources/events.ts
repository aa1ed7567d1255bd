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

const eventSerializer = defineSerializer<WorkspaceEvent>()('Event', 'What became of one record.', {
  place: withDescription(
    text,
    'Where it stands in the order of the workspace: `after` goes on behind it.',
  ),
  type: withDescription(text, 'The type of the record and what became of it: `invoice.paid`.'),
  kind: withDescription(choice(eventKinds), 'What became of the record.'),
  recordType: withDescription(choice(auditedModels), 'The type of the record.'),
  recordId: withDescription(text, 'Which record: its id, or the ids of what it links.'),
  recordVersion: withDescription(
    makeNullable(integer),
    'The version after the change, where it has one.',
  ),
  before: withDescription(
    anyJson,
    'The values before, by column: of an update those that differ, of a deletion all but those that are null; null where there are none, once they were erased, and for members.',
  ),
  after: withDescription(
    anyJson,
    'The values after: of an update those that differ, of what was made all but those that are null.',
  ),
  actorKind: withDescription(makeNullable(choice(actorKinds)), 'What kind of actor did it.'),
  actorId: withDescription(nullableText, 'The user, key or contact.'),
  actorName: withDescription(
    nullableText,
    'Its name as it was; null without `clients:read` and `people:read`.',
  ),
  operation: withDescription(nullableText, 'What was called.'),
  requestId: withDescription(nullableText, 'The request, as its log has it.'),
  at: withDescription(dateTime, 'When.'),
});

const example = {
  place: '1042-mmc1xk2o',
  type: 'invoice.paid',
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
      summary: 'List what became of records',
      description:
        'Every change of a record that the key may read, deletions included, in the order in which the changes were committed: who goes on behind the last `place` misses none and is told none twice. The `Link` of the answer always says where to go on, also where nothing is there yet: ask it again in a while. `after=now` answers no event and the end of the log, to begin with after everything was read. An answer may have fewer events than `limit`, or none, although more come: of what is rare the service looks through 20,000 entries at once. Events are kept as long as the service keeps what changed, 30 days unless set otherwise: a place that is older, and one that is not of this workspace, is a 410 `events_expired`.',
      input: listEventsInput,
      area: null,
      output: { schema: listOf(eventSerializer).schema },
      errors: ['events_expired'],
      example: { input: { limit: 10 }, output: [example] },
      handle: async (context, input) => {
        const { events, place } = await listEvents(context, input);
        return new RecordListPart({ body: JSON.stringify(events), lastId: place, version: null });
      },
    }),
    answersParts: true,
    hasScopesOfInput: true,
  },
];
