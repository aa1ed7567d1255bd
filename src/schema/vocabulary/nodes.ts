import { brandWithType } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { invalidInput } from '../../domain/kernel/errors.ts';
import { idOfNumber, numberOfId, typeOfId } from '../../domain/kernel/ids.ts';
import { isStorable } from '../../domain/kernel/text-kinds.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import { findByIds } from '../../domain/reader/lists.ts';
import { builder, pageSize } from './builder.ts';
import type { ReadExtensions } from './reads.ts';

/** Any record by its id: the same ids as on the REST surface, and one for each user and for the workspace itself. */

export type NodeType = ListedModel | 'Workspace';

export interface NodeRow {
  id: string | number;
  accountId: number;
}

/** What the database knows a record by; undefined for an id that no record can have. */
export function keyOf(type: NodeType, id: string): string | number | undefined {
  if (type === 'User' || type === 'Workspace') return numberOfId(type, id);
  return isStorable(id) ? id : undefined;
}

/** The id by which callers know a row of a type. */
export function idOf(type: NodeType, { id, accountId }: NodeRow): string {
  if (type === 'User') return idOfNumber(type, Number(id));
  return type === 'Workspace' ? idOfNumber(type, accountId) : String(id);
}

/** The type of node that an id names; undefined where it names none. */
function nodeTypeOf(id: string, schema: GraphQLSchema): NodeType | undefined {
  const type = typeOfId(id) as NodeType | undefined;
  const known = type && schema.getType(type);
  const isNode = isObjectType(known) && known.getInterfaces().some(({ name }) => name === 'Node');
  return isNode ? type : undefined;
}

/** The ids by the type of node they name; those that name none are left out. */
export function byNodeType(ids: readonly string[], schema: GraphQLSchema): Map<NodeType, string[]> {
  const groups = new Map<NodeType, string[]>();
  for (const id of ids) {
    const type = nodeTypeOf(id, schema);
    if (type) groups.set(type, [...(groups.get(type) ?? []), id]);
  }
  return groups;
}

/**
 * Refuses more ids at once than a page has records.
 * @throws ActionError invalid_input
 */
export function checkIds(ids: readonly string[]): void {
  if (ids.length <= pageSize.most) return;
  const message = `must be at most ${pageSize.most}`;
  throw invalidInput([{ path: 'ids', code: 'invalid_length', message }]);
}

/** The records with these ids, in their order, null for those that the workspace does not have: one statement a type. */
export async function loadNodes(
  context: Context,
  info: GraphQLResolveInfo,
  ids: readonly string[],
): Promise<(object | null)[]> {
  const found = new Map<string, object>();
  const load = async ([type, wanted]: [NodeType, string[]]) => {
    const keys = wanted.flatMap((id) => keyOf(type, id) ?? []);
    if (keys.length === 0) return;
    const query = queryFromInfo({ context, info, typeName: type }) as object;
    for (const row of await findByIds(context, type, keys, query)) {
      brandWithType(row, type as never);
      found.set(idOf(type, row as unknown as NodeRow), row);
    }
  };
  await Promise.all([...byNodeType(ids, info.schema)].map(load));
  return ids.map((id) => found.get(id) ?? null);
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The record with an id, whatever its type; null where the workspace has none.',
    args: { id: t.arg.id({ required: true, description: 'The record’s id, `cli_…` say.' }) },
    extensions: { root: { kind: 'node' } } satisfies ReadExtensions,
    resolve: async (_root, { id }, context, info) => {
      const [node = null] = await loadNodes(context, info, [String(id)]);
      return node as never;
    },
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'The records with some ids, in the same order; null for each the workspace does not have.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The records’ ids, of any types; at most ${pageSize.most}.`,
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: Math.min(ids.length, pageSize.most) }),
    extensions: { root: { kind: 'nodes' } } satisfies ReadExtensions,
    resolve: async (_root, { ids }, context, info) => {
      checkIds(ids.map(String));
      return (await loadNodes(context, info, ids.map(String))) as never;
    },
  }),
}));
