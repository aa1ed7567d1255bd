import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Change, ChangedType } from '../../domain/changes/index.ts';
import { changedTypes } from '../../domain/changes/index.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { ActionError, invalidInput } from '../../domain/kernel/errors.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { builder, pageSize } from '../vocabulary/builder.ts';
import { loadNodes } from '../vocabulary/nodes.ts';

/** Changes of records as they are committed, whichever door, process or person makes them. */

/** Ids that one subscription may name. */
export const mostIds = 1_000;

const { models } = getDatamodel().datamodel;

const recordType = builder.enumType('RecordType', {
  description: 'A type of record that `recordChanged` tells of.',
  values: Object.fromEntries(
    changedTypes.map((type) => [
      type.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
      { value: type, description: models[type]?.documentation ?? type },
    ]),
  ) as Record<string, { value: ChangedType; description: string }>,
});

const changeKind = builder.enumType('ChangeKind', {
  description: 'What became of a record.',
  values: {
    CREATED: { description: 'It was made.' },
    UPDATED: { description: 'Something of it changed.' },
    DELETED: { description: 'It is gone.' },
  } as const,
});

const loaded = new WeakMap<Change, Map<string | number, Promise<object | null>>>();

/**
 * The record of a change as it is now. Those of the changes that come next are loaded along with it: a bulk of 500
 * records costs each follower 5 statements.
 */
function nodeOf(change: Change, context: Context, info: GraphQLResolveInfo) {
  const { key } = info.path;
  const known = loaded.get(change)?.get(key);
  if (known !== undefined) {
    // Which columns and relations the rows below have, this event's own execution has to be told.
    queryFromInfo({ context, info, typeName: change.type });
    return known;
  }
  const changes = change.withNext(pageSize.most);
  const nodes = loadNodes(
    context,
    info,
    changes.map(({ id }) => id),
  );
  for (const [index, next] of changes.entries()) {
    const byField = loaded.get(next) ?? new Map();
    loaded.set(next, byField);
    byField.set(
      key,
      nodes.then((all) => all[index] ?? null),
    );
  }
  return loaded.get(change)?.get(key) ?? null;
}

const recordChange = builder.objectRef<Change>('RecordChange').implement({
  description: 'What became of a record.',
  fields: (t) => ({
    type: t.expose('type', { type: recordType, description: 'The type of the record.' }),
    id: t.exposeID('id', { description: 'The record’s id.' }),
    kind: t.expose('kind', { type: changeKind, description: 'What became of it.' }),
    node: t.field({
      type: builder.nodeInterfaceRef(),
      nullable: true,
      description: 'The record as it is by now; null where it is gone.',
      resolve: (change, _args, context, info) =>
        (change.kind === 'DELETED' ? null : nodeOf(change, context, info)) as never,
    }),
  }),
});

builder.subscriptionType({ description: 'What is told as it happens in the key’s workspace.' });

builder.subscriptionField('recordChanged', (t) =>
  t.field({
    type: recordChange,
    description:
      'Every change of a record from now on, once it is committed and within a second. An error `changes_missed` says that some could not be told: read again what you show. The same goes for a stream that was cut off and opened anew.',
    args: {
      types: t.arg({
        type: [recordType],
        description: 'Only changes of records of these types; of all, if left out.',
      }),
      ids: t.arg.idList({
        description: `Only changes of these records, at most ${mostIds}; of all, if left out.`,
      }),
    },
    subscribe: (_root, { types, ids }, context) => {
      if (ids && ids.length > mostIds) {
        const message = `must be at most ${mostIds}`;
        throw invalidInput([{ path: 'ids', code: 'invalid_length', message }]);
      }
      return context.follow({
        types: types ? new Set(types) : undefined,
        ids: ids ? new Set(ids.map(String)) : undefined,
      });
    },
    resolve: (change) => {
      if (change instanceof ActionError) throw change;
      return change;
    },
  }),
);
