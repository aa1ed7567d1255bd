import type { GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { formatNumericId, parseNumericId, recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { isStorableText } from '../../platform/input/text-types.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from './builder.ts';
import { pageSizeLimits } from './page-arguments.ts';
import type { RecordKey } from './record-keys.ts';

export type NodeType = ListableModel | 'Workspace';

export interface NodeRow {
  id: string | number;
  accountId: number;
}

/** Returns undefined for an id that no record can have. */
export function databaseKeyOf(type: NodeType, id: string): string | number | undefined {
  if (type === 'User' || type === 'Workspace') return parseNumericId(type, id);
  return isStorableText(id) ? id : undefined;
}

export function publicIdOf(type: NodeType, { id, accountId }: NodeRow): string {
  if (type === 'User') return formatNumericId(type, Number(id));
  return type === 'Workspace' ? formatNumericId(type, accountId) : String(id);
}

function nodeTypeOf(id: string, schema: GraphQLSchema): NodeType | undefined {
  const type = recordTypeOfId(id) as NodeType | undefined;
  const known = type && schema.getType(type);
  const isNode = isObjectType(known) && known.getInterfaces().some(({ name }) => name === 'Node');
  return isNode ? type : undefined;
}

/** @throws ActionError invalid_input for more ids than a page has records */
function checkIds(ids: readonly unknown[]): void {
  if (ids.length <= pageSizeLimits.max) return;
  const message = `must have at most ${pageSizeLimits.max} entries`;
  throw invalidInputError([{ path: 'ids', code: 'invalid_length', message }]);
}

/** Returns undefined for an id that no record can have. */
export function recordKeyFromId(id: string, schema: GraphQLSchema): RecordKey | undefined {
  const type = nodeTypeOf(id, schema);
  const key = type && databaseKeyOf(type, id);
  return key === undefined ? undefined : { __typename: type as string, id: key };
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'The record with an id, whatever its type. Null if the workspace has none.',
    args: {
      id: t.arg.id({ required: true, description: 'The record’s id, for example `cli_…`.' }),
    },
    resolve: (_root, { id }, _context, { schema }) => recordKeyFromId(String(id), schema) as never,
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description:
      'Records with these ids, in the same order. Null for ids that the workspace does not have.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `Ids of records of any type, at most ${pageSizeLimits.max}.`,
      }),
    },
    complexity: ({ ids }) => ({ field: 1, multiplier: Math.min(ids.length, pageSizeLimits.max) }),
    resolve: (_root, { ids }, _context, { schema }) => {
      checkIds(ids);
      return ids.map((id) => recordKeyFromId(String(id), schema)) as never;
    },
  }),
}));
