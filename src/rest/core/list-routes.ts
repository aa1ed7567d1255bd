import type { z } from 'zod';
import { recordSearchInput, searchRecords } from '../../domain/record-searches/search.ts';
import type { SearchableModel } from '../../domain/record-searches/searchable-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { ListJsonQuery, ListPart, ListQuery } from '../../query/record-list.ts';
import { readListPart } from '../../query/record-list.ts';
import { redactQuery } from '../../query/redacted-query.ts';
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
  /** Whether the request is for one record by id. */
  readonly isById: boolean;

  constructor(tree: ListJsonQuery, listing: ListQuery, isById: boolean) {
    this.tree = tree;
    this.listing = listing;
    this.isById = isById;
  }
}

/** One page of a list. */
export class RecordListPart extends RecordJson {
  /** Id of the last record; null on the last page. */
  readonly lastId: string | null;

  constructor({ body, lastId, version }: ListPart) {
    super(body, undefined, version ?? undefined);
    this.lastId = lastId;
  }
}

type ListRoute = RouteDescription & {
  input?: z.ZodObject;
  model: Model;
  /** Selects the records. */
  handle: (context: Context, input: Record<string, unknown>) => ListQuery | Promise<ListQuery>;
};

/** Lists all records, without pages. */
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

/** Lists pages of at most 1,000 records in order of creation, with a link to the next page. */
export function defineSearchRoute<R>({
  model,
  record,
  ...route
}: RouteDescription & { model: SearchableModel; record: Serializer<R> }): Route {
  const tree = buildRecordQuery(model, record);
  const search = defineReadRoute({
    ...route,
    input: recordSearchInput,
    tree,
    output: listOf(record),
    handle: async (context, input) => {
      const listing = searchRecords(context, model, input);
      const visibleQuery = redactQuery(tree, callerPermissions(context));
      return new RecordListPart(
        await readListPart(context, visibleQuery, listing, hasRecordId(input)),
      );
    },
  });
  return { ...search, returnsPages: true, returnsVersion: true };
}

function listRouteOf<V>(
  { handle, ...route }: Omit<ListRoute, 'model'>,
  tree: ListJsonQuery,
  of: ValueSerializer<V>,
): Route {
  const returnsVersion = route.input !== undefined && 'id' in route.input.shape;
  const list = defineReadRoute({
    ...route,
    tree,
    output: listOf(of),
    handle: async (context, input) => {
      const visibleQuery = redactQuery(tree, callerPermissions(context));
      return new RecordList(
        visibleQuery,
        await handle(context, input),
        returnsVersion && hasRecordId(input),
      );
    },
  });
  return { ...list, returnsVersion };
}

const hasRecordId = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.trim() !== '';
