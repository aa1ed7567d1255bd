import { listEventsAfter } from '../../domain/events/events-after-position.ts';
import type { EventPage, WorkspaceEvent } from '../../domain/events/fields.ts';
import { validateEventCount } from '../../domain/events/rules.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { recordKeyFromId } from '../core/nodes.ts';
import { pageSizeLimits } from '../core/page-arguments.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const event = builder.objectRef<WorkspaceEvent>('Event').implement({
  description: 'A change of one record.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    place: t.exposeID('place', {
      description: 'Position in the order of the workspace. Pass it as `after` to continue.',
    }),
    type: t.exposeString('type', {
      description: 'Type of the record and of the event, for example `invoice.paid`.',
    }),
    types: t.exposeStringList('types', {
      description:
        'Every type that applies: a new invoice that is issued by the same call has `invoice.created` and `invoice.issued`. The first is `type`.',
    }),
    kind: t.field({
      type: enums.LogEntryKind,
      description: 'Kind of change: CREATED, UPDATED, DELETED or ERASED.',
      resolve: ({ kind }) => kind,
    }),
    recordType: t.exposeString('recordType', { description: 'Type of the record.' }),
    recordId: t.exposeID('recordId', {
      description: 'Id of the record, or the ids of the records that it links.',
    }),
    recordVersion: t.exposeInt('recordVersion', {
      nullable: true,
      description: 'The version after the change. Null if it has none.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description:
        'Previous values by column: the changed ones of an update, the non-null ones of a deletion. Null if there are none, once they were erased, and for members and contacts of clients.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description: 'New values: the changed ones of an update, the non-null ones of a new record.',
    }),
  }),
});

builder.objectFields(event, (t) => ({
  actorKind: t.field({
    type: enums.LogActorKind,
    nullable: true,
    description: 'Kind of actor. Null for members and contacts of clients.',
    resolve: ({ actorKind }) => actorKind,
  }),
  actorId: t.exposeID('actorId', {
    nullable: true,
    description: 'The user, API key or contact. Null for members and contacts of clients.',
  }),
  actorName: t.exposeString('actorName', {
    nullable: true,
    description: 'Name of the actor at that time. Null without `clients:read` and `people:read`.',
  }),
  operation: t.exposeString('operation', {
    nullable: true,
    description:
      'The operation: the mutation field, or the route’s method and path. Null for members and contacts of clients.',
  }),
  requestId: t.exposeString('requestId', {
    nullable: true,
    description:
      'Id of the request, as in the service log. Null for members and contacts of clients.',
  }),
  at: t.expose('at', { type: 'DateTime', description: 'Time of the change.' }),
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The current record. Null if it was deleted or has no id.',
    resolve: ({ kind, recordId }, _args, _context, { schema }) =>
      (kind === 'DELETED' ? null : (recordKeyFromId(recordId, schema) ?? null)) as never,
  }),
}));

const page = builder.objectRef<EventPage>('EventPage').implement({
  description: 'A page of events of a workspace.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    events: t.expose('events', { type: [event], description: 'The events, in order.' }),
    place: t.exposeID('place', {
      description: 'Position to continue from with `after`, even if there were no events.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more events now.' }),
  }),
});

builder.queryField('events', (t) =>
  t.field({
    type: page,
    description:
      'Every change of a readable record, including deletions, in commit order. If you continue after the last `place`, you get every event exactly once. A position that is no longer stored, or belongs to another workspace, is the error `events_expired`.',
    args: {
      after: t.arg.id({
        description:
          'Starts after this position; `now` starts at the end of the log. Default: the oldest stored event.',
      }),
      types: t.arg.stringList({
        description:
          'Only these types, for example `invoice.paid`, or `invoice` for all events of invoices. An event is included if any of its `types` is. Default: all readable events.',
      }),
      first: t.arg.int({ description: `Number of events, at most ${pageSizeLimits.max}.` }),
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
