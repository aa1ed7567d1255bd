import type { z } from 'zod';
import type { Context } from '../domain/kernel/context.ts';
import { rightsIn } from '../domain/kernel/rights.ts';
import type { ListedTree, Listing } from '../domain/reader/record-lists.ts';
import { readPart } from '../domain/reader/record-lists.ts';
import { seenTree } from '../domain/reader/seen-trees.ts';
import type { SearchableModel } from '../domain/record-searches.ts';
import { recordSearchInput, searchedRecords } from '../domain/record-searches.ts';
import { RecordJson } from './record-answers.ts';
import type { Described, Route } from './route.ts';
import { readRoute } from './route.ts';
import type { Wire, WireType } from './wire.ts';
import { listOf } from './wire.ts';
import type { Model } from './wire-trees.ts';
import { columnOf, treeOf } from './wire-trees.ts';

/** A list that is answered as its statement writes it: at once, or a part after the other where it is long. */
export class RecordList {
  readonly tree: ListedTree;
  readonly listing: Listing;

  constructor(tree: ListedTree, listing: Listing) {
    this.tree = tree;
    this.listing = listing;
  }
}

/** A part of a list, as its statement wrote it. */
export class RecordPart extends RecordJson {
  /** The id of its last record, where others come after it. */
  readonly lastId: string | null;

  constructor(body: string, lastId: string | null) {
    super(body);
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
      const { body, lastId } = await readPart(context, seenTree(tree, rightsIn(context)), listing);
      return new RecordPart(body, lastId);
    },
  });
  return { ...search, answersParts: true };
}

function routeOf<V>(
  { handle, ...route }: Omit<ListRoute, 'model'>,
  tree: ListedTree,
  of: WireType<V>,
): Route {
  return readRoute({
    ...route,
    tree,
    output: listOf(of),
    handle: async (context, input) =>
      new RecordList(seenTree(tree, rightsIn(context)), await handle(context, input)),
  });
}
