import { z } from 'zod';
import { listEventsAfter, listLatestEvents } from '../../domain/events/events-after-position.ts';
import type { WorkspaceEvent } from '../../domain/events/fields.ts';
import { integer, list, text } from '../../platform/input/field-types.ts';
import { nullable, withDefault } from '../../platform/input/fields.ts';
import { hasAnyPermission } from '../../platform/permissions/permissions.ts';
import { markOutsideColumns } from '../outside-text.ts';
import { defineTool, readOnly } from '../tool.ts';

const actorOf = ({ actorKind, actorName: name }: WorkspaceEvent) =>
  actorKind === 'CONTACT' ? markOutsideColumns('Contact', { name })?.name : name;

const toRecord = (event: WorkspaceEvent) => ({
  ...{ type: event.recordType, id: event.recordId, version: event.recordVersion },
  change: event.type,
  ...{ at: event.at.toISOString(), by: actorOf(event), operation: event.operation },
  before: event.kind === 'DELETED' ? null : markOutsideColumns(event.recordType, event.before),
  after: event.kind === 'CREATED' ? null : markOutsideColumns(event.recordType, event.after),
});

export const recentChanges = defineTool({
  name: 'recent_changes',
  title: 'Recent changes',
  description: 'Returns who changed which records: the latest changes, or all after a cursor.',
  annotations: readOnly,
  hint: 'Set types or a smaller limit.',
  inputFor: (permissions) =>
    hasAnyPermission(permissions, 'read')
      ? z.object({
          after: nullable(text(64), 'nextCursor of an earlier call.'),
          types: nullable(list(text(), { min: 1, max: 100 }), 'Like invoice, or invoice.paid.'),
          limit: withDefault(integer({ min: 1, max: 100 }), 20, 'At most 100.'),
        })
      : undefined,
  run: async ({ context }, { after, types, limit }) => {
    const selection = { types, first: limit };
    const { events, place } = await (after === null
      ? listLatestEvents(context, selection)
      : listEventsAfter(context, { ...selection, after }));
    return {
      summary: `${events.length} changes, oldest first`,
      list: {
        records: events.map((event) => ({ cursor: event.place, record: toRecord(event) })),
        nextCursor: place,
      },
    };
  },
});
