import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import type { Rows } from '../../domain/reader/trees.ts';
import type { Place } from '../vocabulary/cursors.ts';
import type { Which } from '../vocabulary/listings.ts';
import { LoadedPage } from '../vocabulary/loaded-page.ts';
import type { ConnectionArguments } from '../vocabulary/pages.ts';
import { isBackward, pageSizeOf } from '../vocabulary/pages.ts';
import { Unplanned } from '../vocabulary/reads.ts';
import type { AnyField, Operation, Selected } from './selection.ts';
import { objectTypeOf, selectedOn } from './selection.ts';
import type { Complete } from './values.ts';
import { completer, together } from './values.ts';

/** How the rows of a list become a page. */

export type Row = Record<string, unknown>;

/** What an operation selects on a connection. */
export interface PageSelection {
  connection: GraphQLObjectType;
  model: ListedModel;
  /** What stands in the answer under which name; of edges, and of what is asked of records, there is one. */
  selected: readonly Selected[];
  edges: { name: string; type: GraphQLObjectType; selected: readonly Selected[] } | undefined;
  /** What is asked of the records, in `nodes` or in `node` of the edges. */
  node: { name: string; type: GraphQLObjectType; nodes: readonly FieldNode[] } | undefined;
  info: ReadonlyMap<string, Complete>;
}

const known = new Set(['edges', 'nodes', 'pageInfo', 'totalCount']);

/** The name of a column that is read for the process: one that no field can have. */
export const keyColumn = (column: string) => `#${column}`;

function only(selected: readonly Selected[], name: string): Selected | undefined {
  const [first, second] = selected.filter(({ field }) => field?.name === name);
  if (second) throw new Unplanned(`two ${name}`);
  return first;
}

/** @throws Unplanned where it asks for two different sets of edges, or of records */
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
  const type = edges && objectTypeOf(edges.field);
  const onEdges = edges && type ? selectedOn(type, edges.nodes, operation) : [];
  const nodesAlone = only(selected, 'nodes');
  const nodeOfEdges = only(onEdges, 'node');
  if (nodesAlone && nodeOfEdges) throw new Unplanned('nodes beside those of edges');
  const node = nodesAlone ?? nodeOfEdges;
  return {
    connection,
    model,
    selected,
    info,
    edges: edges && type && { name: edges.name, type, selected: onEdges },
    node: node && { name: node.name, type: objectTypeOf(node.field), nodes: node.nodes },
  };
}

/** The names of a page that has nothing but records, which the database can write by itself. */
export function plainPage({ selected, edges, node }: PageSelection): Rows['page'] {
  if (selected.length > 1 || !node) return undefined;
  if (!edges) return { list: node.name };
  return edges.selected.length === 1 ? { list: edges.name, item: node.name } : undefined;
}

/** The records of a page that the database wrote. */
export function nodesOf(page: unknown, { list, item }: NonNullable<Rows['page']>): Row[] {
  const rows = (page as Record<string, Row[]>)[list] ?? [];
  return item === undefined ? rows : rows.map((edge) => edge[item] as Row);
}

/** The rows of a list, one more than its page has where there are more. */
export interface ListedRows extends Which {
  given: ConnectionArguments;
  place: Place | undefined;
  rows: readonly Row[];
  /** Of the record that the list belongs to. */
  parentId?: string | number;
}

/** The page of a list, and its records, whose own parts may still be missing. */
export async function shapePage(
  { connection, model, selected, edges, info }: PageSelection,
  { given, rows, parentId, ...asked }: ListedRows,
  context: Context,
): Promise<{ page: Row; shown: readonly Row[] }> {
  const size = pageSizeOf(given);
  const hasMore = rows.length > size;
  const backward = isBackward(given);
  const shown = hasMore ? rows.slice(...(backward ? [1] : [0, size])) : rows;
  const columnOf = (row: object, column: string) => (row as Row)[keyColumn(column)];
  const loaded = new LoadedPage(
    { ...asked, model, parentId, backward, rows: shown, hasMore, columnOf },
    context,
  );
  const part = ({ name, field }: Selected): unknown => {
    if (field === undefined) return connection.name;
    if (field.name === 'totalCount') return loaded.total();
    if (field.name === 'pageInfo') return info.get(name)?.(loaded.pageInfo, context);
    return field.name === 'nodes' ? loaded.nodes : edges && loaded.edges.map(edgeAs(edges));
  };
  const values = await together(selected, part);
  const page: Row = Object.fromEntries(selected.map(({ name }, index) => [name, values[index]]));
  return { page, shown };
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
