import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../domain/kernel/context.ts';
import { typeOfId } from '../domain/kernel/ids.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { list, scope } from '../domain/kernel/lists.ts';
import { builder } from './builder.ts';
import { connectionType, ownConditions } from './connection-types.ts';
import type { Listing } from './listings.ts';
import { conditionOf, keepListing, listingOf, orderOf } from './listings.ts';
import { loadNodes } from './nodes.ts';
import type { ConnectionArguments } from './pages.ts';
import { checkCursor, checkPageSize, complexity } from './pages.ts';
import type { ReadExtensions, Root } from './reads.ts';

const cursorColumns = 'accountId_id' as never;

const rootOf = (root: Root) => ({ root }) satisfies ReadExtensions;

/**
 * Declares how a model is listed, and its root field: `first`/`after` or `last`/`before`, `where`, `orderBy`,
 * `totalCount`. One statement for a page with all its relations, two after a cursor or from the end; one more for the
 * count where it is asked for.
 */
export function listed(model: ListedModel, listing: Listing): void {
  const { args } = keepListing(model, listing);
  const which = (given: ConnectionArguments) => ({
    where: conditionOf(model, given),
    orderBy: orderOf(model, given),
  });
  builder.queryField(listing.field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description: listing.description,
        args,
        complexity,
        extensions: rootOf({ kind: 'list', model, which }),
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          checkCursor(model, given);
          return list(context, model, { ...which(given), isIndexed: !given.orderBy }, query);
        }) as never,
      },
      connectionType(model),
    ),
  );
  single(model);
}

interface Pages {
  field: string;
  description: string;
  args: Record<string, { type: 'String'; description: string }>;
  where: (given: Record<string, unknown>) => Record<string, unknown>;
  order: readonly object[];
}

/** A further root field that lists some of a model's records, in an order of its own. */
export function pagesOf(
  model: ListedModel,
  { field, description, args, where, order }: Pages,
): void {
  const which = (given: ConnectionArguments) => {
    const condition = where(given as Record<string, unknown>);
    ownConditions.set(given, condition);
    return { where: condition, orderBy: order };
  };
  builder.queryField(field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description,
        args: builder.args((arg) =>
          Object.fromEntries(Object.entries(args).map(([name, it]) => [name, arg.field(it)])),
        ) as InputFieldMap,
        complexity,
        extensions: rootOf({ kind: 'list', model, which }),
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          checkCursor(model, given);
          return list(context, model, { ...which(given), isIndexed: false }, query);
        }) as never,
      },
      connectionType(model),
    ),
  );
}

/** The root field that finds one record of a model: `client(id:)`. */
function single(model: ListedModel): void {
  builder.queryField(`${model.charAt(0).toLowerCase()}${model.slice(1)}`, (t) =>
    t.field({
      type: model as never,
      nullable: true,
      description: `The ${model} with an id; null where the workspace has none.`,
      args: { id: t.arg.id({ required: true, description: 'The record’s id.' }) },
      extensions: rootOf({ kind: 'one', model }),
      resolve: (async (
        _root: unknown,
        args: object,
        context: Context,
        info: GraphQLResolveInfo,
      ) => {
        const { id } = args as { id: string };
        const [node = null] = typeOfId(id) === model ? await loadNodes(context, info, [id]) : [];
        return node;
      }) as never,
    }),
  );
}

interface RelatedBuilder {
  // biome-ignore lint/suspicious/noExplicitAny: the plugin types each relation of each model apart; one helper serves all
  relatedConnection(name: any, options: any, connection: any): any;
}

/**
 * A list nested in a record: a connection with the same arguments as the root field of its model. It is described where
 * the relation is declared.
 */
export function relatedList(
  t: RelatedBuilder,
  relation: string,
  model: ListedModel,
): FieldMap[string] {
  const { args } = listingOf(model);
  return t.relatedConnection(
    relation,
    {
      cursor: cursorColumns,
      args,
      complexity,
      query: (given: ConnectionArguments, context: Context) => {
        checkPageSize(given);
        const id = checkCursor(model, given);
        return {
          where: conditionOf(model, given),
          orderBy: [...orderOf(model, given), { id: 'asc' }],
          ...(id !== undefined && { cursor: { accountId_id: { ...scope(context), id } } }),
        };
      },
    },
    connectionType(model),
  );
}
