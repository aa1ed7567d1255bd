import { formatPrismaCursor } from '@pothos/plugin-prisma';
import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import type { ListedModel } from '../../domain/kernel/lists.ts';
import type { Rows } from '../../domain/kernel/trees.ts';
import { totalOf } from '../connection-types.ts';
import type { ConnectionArguments } from '../pages.ts';
import { pageSizeOf } from '../pages.ts';
import { LoadedPage } from './loaded-page.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { objectTypeOf, selectedOn, Unplanned } from './selection.ts';
import type { Complete } from './values.ts';
import { completer } from './values.ts';

/** How the rows of a list become a page. */

export type Row = Record<string, unknown>;

/** What an operation selects on a connection. */
export interface PageSelection {
  connection: GraphQLObjectType;
  model: ListedModel;
  /** What stands in the answer under which name; of edges and nodes there is one. */
  selected: readonly Selected[];
  edges: { name: string; type: GraphQLObjectType; selected: readonly Selected[] } | undefined;
  node: { name: string; type: GraphQLObjectType; nodes: readonly FieldNode[] } | undefined;
  info: ReadonlyMap<string, Complete>;
}

const known = new Set(['edges', 'pageInfo', 'totalCount']);

/** A row's columns that cursors are made of, under names that no field can have. */
export const keyColumns = { accountId: '#accountId', id: '#id' } as const;

function only(selected: readonly Selected[], name: string): Selected | undefined {
  const [first, second] = selected.filter(({ field }) => field?.name === name);
  if (second) throw new Unplanned(`two ${name}`);
  return first;
}

/** @throws Unplanned where it asks for two different sets of edges, or of nodes */
export function pageSelection(
  model: ListedModel,
  field: AnyField,
  nodes: readonly FieldNode[],
  operation: Operation,
): PageSelection {
  const connection = objectTypeOf(field);
  const selected = selectedOn(connection, nodes, operation);
  if (selected.some(({ field: own }) => own && !known.has(own.name))) {
    throw new Unplanned(connection.name);
  }
  const edges = only(selected, 'edges');
  const info = new Map(
    selected.flatMap(({ name, field: own, nodes: below }) =>
      own?.name === 'pageInfo' ? [[name, completer(own.type, below, operation)] as const] : [],
    ),
  );
  const whole = { connection, model, selected, info };
  if (!edges) return { ...whole, edges: undefined, node: undefined };
  const type = objectTypeOf(edges.field);
  const onEdges = selectedOn(type, edges.nodes, operation);
  const node = only(onEdges, 'node');
  return {
    ...whole,
    edges: { name: edges.name, type, selected: onEdges },
    node: node && { name: node.name, type: objectTypeOf(node.field), nodes: node.nodes },
  };
}

/** The names of a page that has nothing but nodes, which the database can write by itself. */
export function plainPage({ selected, edges, node }: PageSelection): Rows['page'] {
  const isPlain = selected.length === 1 && edges?.selected.length === 1;
  return isPlain && node ? { edges: edges.name, node: node.name } : undefined;
}

/** The records of a page that the database wrote. */
export function nodesOf(page: unknown, { edges, node }: NonNullable<Rows['page']>): Row[] {
  return (page as Record<string, Row[]>)[edges]?.map((edge) => edge[node] as Row) ?? [];
}

/** The rows of a list, one more than its page has where there are more. */
export interface ListedRows {
  given: ConnectionArguments;
  rows: readonly Row[];
  /** Of the record that the list belongs to. */
  parentId?: string | number;
}

const cursorOf = (row: object) => {
  const { [keyColumns.accountId]: accountId, [keyColumns.id]: id } = row as Row;
  return formatPrismaCursor({ accountId, id }, ['accountId', 'id']);
};

/** The page of a list, and its records, whose own parts may still be missing. */
export async function shapePage(
  { connection, model, selected, edges, info }: PageSelection,
  { given, rows, parentId }: ListedRows,
  context: Context,
): Promise<{ page: Row; shown: readonly Row[] }> {
  const loaded = new LoadedPage({}, given, rows, pageSizeOf(given), cursorOf);
  const isTotal = ({ field }: Selected) => field?.name === 'totalCount';
  const part = ({ name, field }: Selected): unknown => {
    if (field === undefined) return connection.name;
    if (field.name === 'pageInfo') return info.get(name)?.(loaded.pageInfo, context);
    return edges && loaded.edges.map(edgeAs(edges));
  };
  const page: Row = Object.fromEntries(
    selected.map((one) => [one.name, isTotal(one) ? null : part(one)]),
  );
  if (selected.some(isTotal)) {
    const parent = parentId === undefined ? null : { id: parentId };
    const total = await totalOf(model, { args: given, parent }, context);
    for (const { name } of selected.filter(isTotal)) page[name] = total;
  }
  return { page, shown: loaded.edges.map(({ node }) => node as Row) };
}

const edgeAs =
  ({ type, selected }: NonNullable<PageSelection['edges']>) =>
  (edge: { node: object; cursor: string }): Row =>
    Object.fromEntries(
      selected.map(({ name, field }) => [
        name,
        field === undefined ? type.name : field.name === 'node' ? edge.node : edge.cursor,
      ]),
    );
