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

/** A list that is answered as its statement writes it: at once, or a part after the other where it is long. */
export class RecordList {
  readonly tree: ListJsonQuery;
  readonly listing: ListQuery;
  /** Whether it is the record with an id, or nothing. */
  readonly isOne: boolean;

  constructor(tree: ListJsonQuery, listing: ListQuery, isOne: boolean) {
    this.tree = tree;
    this.listing = listing;
    this.isOne = isOne;
  }
}

/** A part of a list, as its statement wrote it. */
export class RecordListPart extends RecordJson {
  /** The id of its last record, where others come after it. */
  readonly lastId: string | null;

  constructor({ body, lastId, version }: ListPart) {
    super(body, undefined, version ?? undefined);
    this.lastId = lastId;
  }
}

type ListRoute = RouteDescription & {
  input?: z.ZodObject;
  model: Model;
  /** Says which records are in the list. */
  handle: (context: Context, input: Record<string, unknown>) => ListQuery | Promise<ListQuery>;
};

/** A route that lists records, all of them however many. */
export function defineListRoute<R>({
  model,
  record,
  ...route
}: ListRoute & { record: Serializer<R> }): Route {
  return routeOf(route, buildRecordQuery(model, record), record);
}

/** A route that lists one column of records. */
export function defineColumnRoute<V>({
  model,
  column,
  of,
  ...route
}: ListRoute & { column: string; of: ValueSerializer<V> }): Route {
  return routeOf(route, buildColumnQuery(model, column, of), of);
}

/**
 * A route by which scripts find what is there already: at most a thousand records, in the order in which they were made, and
 * a link to those that come after them.
 */
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
      const seen = redactQuery(tree, callerPermissions(context));
      return new RecordListPart(await readListPart(context, seen, listing, namesOne(input)));
    },
  });
  return { ...search, answersParts: true, tellsVersion: true };
}

function routeOf<V>(
  { handle, ...route }: Omit<ListRoute, 'model'>,
  tree: ListJsonQuery,
  of: ValueSerializer<V>,
): Route {
  const tellsVersion = route.input !== undefined && 'id' in route.input.shape;
  const list = defineReadRoute({
    ...route,
    tree,
    output: listOf(of),
    handle: async (context, input) => {
      const seen = redactQuery(tree, callerPermissions(context));
      return new RecordList(seen, await handle(context, input), tellsVersion && namesOne(input));
    },
  });
  return { ...list, tellsVersion };
}

/** Whether a search is for the record with an id. */
const namesOne = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.trim() !== '';
