import type { z } from 'zod';
import { recordSearchInput, searchRecords } from '../../domain/record-searches/search.ts';
import type { SearchableModel } from '../../domain/record-searches/searchable-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { formatCursor } from '../../query/list-cursors.ts';
import { buildListOrder } from '../../query/list-order.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import type { ListJsonQuery, ListQuery } from '../../query/record-list.ts';
import { readListPart } from '../../query/record-list.ts';
import { redactQuery } from '../../query/redacted-query.ts';
import type { ListPage } from './list-parameters.ts';
import { ListParameters } from './list-parameters.ts';
import { RecordJson } from './record-responses.ts';
import type { Route, RouteDescription } from './route.ts';
import { defineReadRoute } from './route.ts';
import type { Serializer, ValueSerializer } from './serializer.ts';
import { listOf } from './serializer.ts';
import type { Model } from './serializer-queries.ts';
import { buildColumnQuery, buildRecordQuery } from './serializer-queries.ts';

/** A list of a route. A long one is streamed. */
export class RecordList {
  readonly tree: ListJsonQuery;
  readonly listing: ListQuery;
  readonly isById: boolean;

  constructor(tree: ListJsonQuery, listing: ListQuery, isById: boolean) {
    this.tree = tree;
    this.listing = listing;
    this.isById = isById;
  }
}

/** The parameter that the address of the next page has. */
interface NextPage {
  parameter: 'after' | 'cursor';
  value: string;
}

export class RecordListPart extends RecordJson {
  /** Null on the last page. */
  readonly next: NextPage | null;

  constructor(body: string, next: NextPage | null) {
    super(body);
    this.next = next;
  }
}

type ListRoute = RouteDescription & {
  input?: z.ZodObject;
  model: Model;
  handle: (context: Context, input: Record<string, unknown>) => ListQuery | Promise<ListQuery>;
};

/** Lists all records, or a page of them if the request asks for one. */
export function defineListRoute<R>({
  model,
  record,
  ...route
}: ListRoute & { record: Serializer<R> }): Route {
  return listRouteOf(route, buildRecordQuery(model, record), record);
}

export function defineColumnRoute<V>({
  model,
  column,
  of,
  ...route
}: ListRoute & { column: string; of: ValueSerializer<V> }): Route {
  return listRouteOf(route, buildColumnQuery(model, column, of), of);
}

/** Always lists pages: by default of at most 1,000 records, in order of creation. */
export function defineSearchRoute<R>({
  model,
  record,
  ...route
}: RouteDescription & { model: SearchableModel; record: Serializer<R> }): Route {
  const search = {
    ...route,
    input: recordSearchInput,
    handle: (context: Context, input: object) => searchRecords(context, model, input),
  };
  return listRouteOf(search, buildRecordQuery(model, record), record, true);
}

function listRouteOf<V>(
  { handle, ...route }: Omit<ListRoute, 'model'>,
  tree: ListJsonQuery,
  of: ValueSerializer<V>,
  isAlwaysPaged = false,
): Route {
  const parameters = new ListParameters(tree, route.input);
  const returnsVersion = route.input !== undefined && 'id' in route.input.shape;
  const list = defineReadRoute({
    ...route,
    example: { input: { limit: 100 }, ...route.example },
    input: parameters.input,
    tree,
    output: listOf(of),
    handle: async (context, input) => {
      const visibleQuery = redactQuery(tree, callerPermissions(context));
      const given = parameters.parse(input);
      const own = await handle(context, input);
      if (returnsVersion && hasRecordId(input)) return new RecordList(visibleQuery, own, true);
      const { listing, page } = await parameters.apply(context, given, own, isAlwaysPaged);
      if (!page && !isAlwaysPaged) return new RecordList(visibleQuery, listing, false);
      return readPage(context, visibleQuery, listing, page);
    },
  });
  return { ...list, returnsVersion, returnsPages: true };
}

/** Without a page, the list is in order of creation, and its next page is after an id. */
async function readPage(
  context: Context,
  tree: ListJsonQuery,
  listing: ListQuery,
  page: ListPage | undefined,
): Promise<RecordListPart> {
  const model = tree.model as ListableModel;
  const { limit, order } = page ?? { order: buildListOrder(model, []), limit: undefined };
  const { body, last } = await readListPart(context, tree, listing, order, limit);
  if (last === null) return new RecordListPart(body, null);
  if (!page) return new RecordListPart(body, { parameter: 'after', value: String(last.id) });
  const value = formatCursor(context.accountId, model, order, (column) => last[column]);
  return new RecordListPart(body, { parameter: 'cursor', value });
}

const hasRecordId = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.trim() !== '';
