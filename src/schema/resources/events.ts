import { listEventsAfter } from '../../domain/events/events-after-position.ts';
import type { EventPage, WorkspaceEvent } from '../../domain/events/fields.ts';
import { validateEventCount } from '../../domain/events/rules.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { recordKeyFromId } from '../core/nodes.ts';
import { pageSizeLimits } from '../core/page-arguments.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

/** What became of records, in the order in which it was committed, for who asks again and again (decision 59). */

const event = builder.objectRef<WorkspaceEvent>('Event').implement({
  description: 'What became of one record.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    place: t.exposeID('place', {
      description: 'Where it stands in the order of the workspace: `after` goes on behind it.',
    }),
    type: t.exposeString('type', {
      description: 'The type of the record and what became of it: `invoice.paid`, say.',
    }),
    kind: t.field({
      type: enums.LogEntryKind,
      description: 'What became of the record: CREATED, UPDATED, DELETED or ERASED.',
      resolve: ({ kind }) => kind,
    }),
    recordType: t.exposeString('recordType', { description: 'The type of the record.' }),
    recordId: t.exposeID('recordId', {
      description: 'Which record: its id, or the ids of what it links.',
    }),
    recordVersion: t.exposeInt('recordVersion', {
      nullable: true,
      description: 'The version after the change; null where it has none.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description:
        'The values before, by column: of an update those that differ, of a deletion all but those that are null. Null where there are none, once they were erased, and for members and contacts of clients.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description:
        'The values after: of an update those that differ, of what was made all but those that are null.',
    }),
    actorKind: t.field({
      type: enums.LogActorKind,
      nullable: true,
      description: 'What kind of actor did it; null for members and contacts of clients.',
      resolve: ({ actorKind }) => actorKind,
    }),
    actorId: t.exposeID('actorId', {
      nullable: true,
      description: 'The user, key or contact who did it; null for members and contacts of clients.',
    }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description: 'Its name as it was then; null without `clients:read` and `people:read`.',
    }),
    operation: t.exposeString('operation', {
      nullable: true,
      description:
        'What was called: the mutation’s field, or the route’s method and path; null for members and contacts of clients.',
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description:
        'The id of the request, as its line in the service’s log has it; null for members and contacts of clients.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was done.' }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The record as it is by now; null where it is gone, and for what has no id.',
      resolve: ({ kind, recordId }, _args, _context, { schema }) =>
        (kind === 'DELETED' ? null : (recordKeyFromId(recordId, schema) ?? null)) as never,
    }),
  }),
});

const page = builder.objectRef<EventPage>('EventPage').implement({
  description: 'A part of the events of a workspace.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    events: t.expose('events', { type: [event], description: 'The events, in their order.' }),
    place: t.exposeID('place', {
      description: 'Where to go on, as `after`, whether or not there were events.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether more are there already.' }),
  }),
});

builder.queryField('events', (t) =>
  t.field({
    type: page,
    description:
      'Every change of a record that may be read, deletions included, in the order in which the changes were committed: who goes on behind the last `place` misses none and is told none twice. A place that is not kept any more, or not of this workspace, is an error `events_expired`.',
    args: {
      after: t.arg.id({
        description:
          'Behind this place; `now` for the end of the log. Without it the page begins with the oldest that is kept.',
      }),
      types: t.arg.stringList({
        description:
          'Only of these types: `invoice.paid`, say, or `invoice` for all that becomes of invoices. Of all that may be read, if left out.',
      }),
      first: t.arg.int({ description: `How many; at most ${pageSizeLimits.max}.` }),
    },
    complexity: ({ first }) => ({
      field: 1,
      multiplier: Math.max(1, Math.min(first ?? pageSizeLimits.default, pageSizeLimits.max)),
    }),
    resolve: (_root, { after, types, first: given }, context) => {
      const first = given ?? pageSizeLimits.default;
      const asked = {
        after: after === null || after === undefined ? null : String(after),
        ...{ types: types ?? null, first },
      };
      return listEventsAfter(
        context,
        asked,
        validateEventCount('first', first, pageSizeLimits.max),
      );
    },
  }),
);
