import type { GraphQLSchema } from 'graphql';
import { requireCustomFields } from '../../domain/custom-fields/resolve-references.ts';
import { resolveFollowPosition } from '../../domain/events/log-positions.ts';
import type { ChangedType } from '../../domain/record-changes/followed-record-types.ts';
import { changedTypes } from '../../domain/record-changes/followed-record-types.ts';
import type { RecordChange } from '../../domain/record-changes/record-change.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { readPermissionsForModels } from '../../platform/ids/permission-areas.ts';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { callerPermissions, requirePermissions } from '../../platform/permissions/permissions.ts';
import { builder } from '../core/builder.ts';
import { recordKeyFromId } from '../core/nodes.ts';
import { pageSizeLimits } from '../core/page-arguments.ts';
import type { ReadAhead, RecordKey } from '../core/record-keys.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';
import type { ServerContext } from '../core/server-context.ts';
import { followedListsOf, recordWhere } from './record-where.ts';

export const maxFollowedIds = 1_000;

const { models } = getDatamodel().datamodel;

const recordType = builder.enumType('RecordType', {
  description: 'A record type of `recordChanged`.',
  values: Object.fromEntries(
    changedTypes.map((type) => [
      type.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
      { value: type, description: models[type]?.documentation ?? type },
    ]),
  ) as Record<string, { value: ChangedType; description: string }>,
});

const changeKind = builder.enumType('ChangeKind', {
  description: 'Kind of change of a record.',
  values: {
    CREATED: { description: 'It was created.' },
    UPDATED: { description: 'The record was changed.' },
    DELETED: { description: 'The record was deleted.' },
  } as const,
});

const listChange = builder.enumType('ListChange', {
  description: 'Effect of a change on the list that `where` describes.',
  values: {
    ENTERED: { description: 'The record entered the list.' },
    CHANGED: { description: 'The record stays in the list.' },
    LEFT: { description: 'The record left the list, or was deleted.' },
  } as const,
});

type Rows = Awaited<ReturnType<ReadAhead>>;

const readAlready = new WeakMap<RecordChange, Map<object, Promise<Rows>>>();

/**
 * The key selects the current record. The following changes share its statement: a bulk of 500
 * records costs each subscriber 5 statements.
 */
function keyOfRecord(change: RecordChange, schema: GraphQLSchema): RecordKey | null {
  const key = recordKeyFromId(change.id, schema);
  if (change.kind === 'DELETED' || key === undefined) return null;
  const ahead: ReadAhead = (place, load) => {
    const known = readAlready.get(change)?.get(place);
    if (known !== undefined) return known;
    const changes = change.withNextOfType(pageSizeLimits.max).map((next) => ({
      next,
      id: recordKeyFromId(next.id, schema)?.id,
    }));
    const found = load(changes.flatMap(({ id }) => id ?? []));
    // After an error, the next change reads its record again.
    found.catch(() => {
      for (const { next } of changes) readAlready.get(next)?.delete(place);
    });
    for (const { next } of changes) {
      const byPlace = readAlready.get(next) ?? new Map<object, Promise<Rows>>();
      readAlready.set(next, byPlace);
      byPlace.set(place, found);
    }
    return found;
  };
  return { ...key, ahead };
}

const recordChange = builder.objectRef<RecordChange>('RecordChange').implement({
  description: 'Kind of change of a record.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    type: t.expose('type', { type: recordType, description: 'Type of the record.' }),
    id: t.exposeID('id', { description: 'The record’s id.' }),
    kind: t.expose('kind', { type: changeKind, description: 'Kind of change.' }),
    list: t.expose('list', {
      type: listChange,
      nullable: true,
      description:
        'Effect of the change on the list that `where` describes. Null if it has no condition on records of this type.',
    }),
    place: t.exposeID('place', {
      nullable: true,
      description:
        'Position to continue from with `after`, also the `id` of the server-sent event. Null if there is no position yet.',
    }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The record as it is by now. Null if it is gone.',
      resolve: (change, _args, _context, { schema }) => keyOfRecord(change, schema) as never,
    }),
  }),
});

builder.subscriptionType({ description: 'Live updates of the key’s workspace.' });

interface FollowArguments {
  types?: readonly ChangedType[] | null | undefined;
  ids?: readonly string[] | null | undefined;
  where?: object | null | undefined;
  after?: string | null | undefined;
}

/** @throws ActionError invalid_input, missing_scope, events_expired */
async function followChanges(
  context: ServerContext,
  { types: given, ids, where, after: place }: FollowArguments,
) {
  if (ids && ids.length > maxFollowedIds) {
    const message = `must have at most ${maxFollowedIds} entries`;
    throw invalidInputError([{ path: 'ids', code: 'invalid_length', message }]);
  }
  const lists = followedListsOf(where, given);
  const types = given ?? (lists && [...lists.keys()]);
  const named = (ids ?? []).flatMap((id) => recordTypeOfId(id) ?? []);
  const needed = [...(lists?.values() ?? [])].reduce(
    (all, one) => all | one.requiredPermissions,
    0,
  );
  requirePermissions(
    callerPermissions(context),
    readPermissionsForModels([...(types ?? []), ...named]) | needed,
  );
  const customFields = [...(lists?.values() ?? [])].flatMap((list) => list.customFields);
  await requireCustomFields(context, customFields);
  const { lastEventId } = context;
  const after = place ?? undefined;
  return context.follow({
    types: types ? new Set(types) : undefined,
    ids: ids ? new Set(ids) : undefined,
    lists,
    after: await (lastEventId === undefined
      ? resolveFollowPosition(context, after)
      : resolveFollowPosition(context, lastEventId, 'Last-Event-ID')),
  });
}

builder.subscriptionField('recordChanged', (t) =>
  t.field({
    type: recordChange,
    description:
      'Every change of a record from now on, within a second after its commit. The error `changes_missed` means that some changes were lost: read the displayed records again. To resume a stream, send `after` or the header `Last-Event-ID`, which browsers send automatically. A position that is no longer stored is the error `events_expired`.',
    args: {
      types: t.arg({
        type: [recordType],
        description: 'Only records of these types. Default: all types that the key can read.',
      }),
      ids: t.arg.idList({
        description: `Only these records, at most ${maxFollowedIds}. Default: all.`,
      }),
      where: t.arg({
        type: recordWhere,
        description:
          'Only records that are in such a list, or were before the change; see `list`. It covers all its types if `types` is omitted.',
      }),
      after: t.arg.id({
        description:
          'All changes after this position, then the changes from now on. `Last-Event-ID` takes precedence.',
      }),
    },
    subscribe: (_root, args, context) => followChanges(context, args),
    resolve: (change) => {
      if (change instanceof ActionError) throw change;
      return change;
    },
  }),
);
