import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { rightsIn } from '../../platform/permissions/permissions.ts';
import type { ListedTree, Listing, ListPart } from '../../query/record-list.ts';
import { readPart } from '../../query/record-list.ts';
import { seenTree } from '../../query/redacted-query.ts';
import type { SearchableModel } from '../../domain/record-searches/index.ts';
import { recordSearchInput, searchedRecords } from '../../domain/record-searches/index.ts';
import { RecordJson } from './record-responses.ts';
import type { Described, Route } from './route.ts';
import { readRoute } from './route.ts';
import type { Wire, WireType } from './serializer.ts';
import { listOf } from './serializer.ts';
import type { Model } from './serializer-queries.ts';
import { columnOf, treeOf } from './serializer-queries.ts';

/** A list that is answered as its statement writes it: at once, or a part after the other where it is long. */
export class RecordList {
  readonly tree: ListedTree;
  readonly listing: Listing;
  /** Whether it is the record with an id, or nothing. */
  readonly isOne: boolean;

  constructor(tree: ListedTree, listing: Listing, isOne: boolean) {
    this.tree = tree;
    this.listing = listing;
    this.isOne = isOne;
  }
}

/** A part of a list, as its statement wrote it. */
export class RecordPart extends RecordJson {
  /** The id of its last record, where others come after it. */
  readonly lastId: string | null;

  constructor({ body, lastId, version }: ListPart) {
    super(body, undefined, version ?? undefined);
    this.lastId = lastId;
  }
}

type ListRoute = Described & {
  input?: z.ZodObject;
  model: Model;
  /** Says which records are in the list. */
  handle: (context: Context, input: Record<string, unknown>) => Listing | Promise<Listing>;
};

/** A route that lists records, all of them however many. */
export function listRoute<R>({ model, record, ...route }: ListRoute & { record: Wire<R> }): Route {
  return routeOf(route, treeOf(model, record), record);
}

/** A route that lists one column of records. */
export function columnRoute<V>({
  model,
  column,
  of,
  ...route
}: ListRoute & { column: string; of: WireType<V> }): Route {
  return routeOf(route, columnOf(model, column, of), of);
}

/**
 * A route by which scripts find what is there already: at most a thousand records, in the order in which they were made, and
 * a link to those that come after them.
 */
export function searchRoute<R>({
  model,
  record,
  ...route
}: Described & { model: SearchableModel; record: Wire<R> }): Route {
  const tree = treeOf(model, record);
  const search = readRoute({
    ...route,
    input: recordSearchInput,
    tree,
    output: listOf(record),
    handle: async (context, input) => {
      const listing = searchedRecords(context, model, input);
      const seen = seenTree(tree, rightsIn(context));
      return new RecordPart(await readPart(context, seen, listing, namesOne(input)));
    },
  });
  return { ...search, answersParts: true, tellsVersion: true };
}

function routeOf<V>(
  { handle, ...route }: Omit<ListRoute, 'model'>,
  tree: ListedTree,
  of: WireType<V>,
): Route {
  const tellsVersion = route.input !== undefined && 'id' in route.input.shape;
  const list = readRoute({
    ...route,
    tree,
    output: listOf(of),
    handle: async (context, input) => {
      const seen = seenTree(tree, rightsIn(context));
      return new RecordList(seen, await handle(context, input), tellsVersion && namesOne(input));
    },
  });
  return { ...list, tellsVersion };
}

/** Whether a search is for the record with an id. */
const namesOne = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.trim() !== '';
