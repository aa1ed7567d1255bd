import type { FieldMap, InputFieldMap } from '@pothos/core';
import { formatPrismaCursor } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../domain/kernel/context.ts';
import { typeOfId } from '../domain/kernel/ids.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { list, scope } from '../domain/kernel/lists.ts';
import { builder } from './builder.ts';
import { connectionType, ownConditions } from './connection-types.ts';
import type { PageOf } from './house-plugin.ts';
import type { Listing } from './listings.ts';
import { conditionOf, keepListing, listingOf, orderOf } from './listings.ts';
import { LoadedPage } from './loaded-page.ts';
import { loadNodes } from './nodes.ts';
import type { ConnectionArguments } from './pages.ts';
import { checkCursor, checkPageSize, complexity, pageSizeOf } from './pages.ts';
import { loadsAll } from './reads.ts';

const cursorColumns = 'accountId_id' as never;

/**
 * Declares how a model is listed, and its root field: `first`/`after` or `last`/`before`, `where`, `orderBy`,
 * `totalCount`. One statement for a page with all its relations, two in an order of the caller's; one more for the count
 * where it is asked for.
 */
export function listed(model: ListedModel, listing: Listing): void {
  const { args } = keepListing(model, listing);
  builder.queryField(listing.field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description: listing.description,
        args,
        complexity,
        extensions: loadsAll,
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          checkCursor(model, given);
          const where = conditionOf(model, given);
          const order = { orderBy: orderOf(model, given), isIndexed: !given.orderBy };
          return list(context, model, { where, ...order }, query);
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
  where: (given: Record<string, unknown>) => object;
  order: readonly object[];
}

/** A further root field that lists some of a model's records, in an order of its own. */
export function pagesOf(
  model: ListedModel,
  { field, description, args, where, order }: Pages,
): void {
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
        extensions: loadsAll,
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          checkCursor(model, given);
          const condition = where(given as Record<string, unknown>);
          ownConditions.set(given, condition);
          const which = { where: condition, orderBy: order, isIndexed: false };
          return list(context, model, which, query);
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
      extensions: loadsAll,
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

const cursorOf = (row: object) => formatPrismaCursor(row as never, ['accountId', 'id']);

const pageOf: PageOf = (parent, args, rows) => {
  const given = args as ConnectionArguments;
  return new LoadedPage(parent, given, rows, pageSizeOf(given), cursorOf);
};

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
      extensions: { pageOf },
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
