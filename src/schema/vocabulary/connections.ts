import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../domain/kernel/context.ts';
import { typeOfId } from '../../domain/kernel/ids.ts';
import { prismaWhere } from '../../domain/reader/condition-queries.ts';
import { behindWhere } from '../../domain/reader/keyset.ts';
import type { ListedModel } from '../../domain/reader/lists.ts';
import { list, prismaOrder } from '../../domain/reader/lists.ts';
import { builder } from './builder.ts';
import { connectionType } from './connection-types.ts';
import { checkPlace, listOrder, readPlace } from './cursors.ts';
import type { Listing } from './listings.ts';
import { keepListing, listingOf, whichOf } from './listings.ts';
import { LoadedPage } from './loaded-page.ts';
import { loadNodes } from './nodes.ts';
import type { ConnectionArguments } from './pages.ts';
import { checkPage, complexity, isBackward, takeCursor } from './pages.ts';
import type { Listed, ReadExtensions, Root } from './reads.ts';
import { toCondition } from './where.ts';

/** What the plugin wants of a list. The house reads and writes cursors by itself: no list is asked with one of these. */
const cursorColumns = 'accountId_id' as never;

const rootOf = (root: Root) => ({ root }) satisfies ReadExtensions;

/** What a page asks for, checked. @throws ActionError invalid_input */
function askedOf({ model, which }: Listed, given: ConnectionArguments, context: Context) {
  checkPage(given);
  const { where, order } = which(given);
  const place = readPlace(model, order, given);
  checkPlace(context, place);
  return { where, order, place };
}

/** A connection as the plugin makes it of the rows that it loaded. */
interface Connection {
  args: ConnectionArguments;
  parent?: { id?: string | number } | null;
  edges: { node: object }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
}

/** What makes a list of the plugin's one of ours. */
function pagedBy(listed: Listed): Required<ReadExtensions>['listed'] {
  const { model, which } = listed;
  const show = ({ args, parent, edges, pageInfo }: Connection, context: Context) => {
    const { where, order } = which(args);
    const backward = isBackward(args);
    return new LoadedPage(
      {
        model,
        where,
        order,
        parentId: parent?.id,
        place: readPlace(model, order, args),
        backward,
        rows: edges.map(({ node }) => node),
        hasMore: backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage,
        columnOf: (row, column) => (row as Record<string, unknown>)[column],
      },
      context,
    );
  };
  return { ...listed, take: takeCursor, show: show as never };
}

interface PageField extends Listed {
  field: string;
  description: string;
  args: InputFieldMap;
  /** Whether an index has the records in the order that the arguments ask for. */
  isIndexed: (given: ConnectionArguments) => boolean;
}

/** A root field that pages through records. */
function pageField({ field, description, args, isIndexed, model, which }: PageField): void {
  const listed = { model, which };
  builder.queryField(field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description,
        args,
        complexity,
        extensions: { ...rootOf({ kind: 'list', ...listed }), listed: pagedBy(listed) },
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          const { where, order, place } = askedOf(listed, given, context);
          const behind = place?.position;
          // Prisma turns the order round by itself where it takes the last ones.
          return list(context, model, { where, order, behind, isIndexed: isIndexed(given) }, query);
        }) as never,
      },
      connectionType(model),
    ),
  );
}

/**
 * Declares how a model is listed, and its root field: `first`/`after` or `last`/`before`, `where`, `orderBy`,
 * `totalCount`. One statement for a page with all its relations; one more for the count where it is asked for, and after a
 * cursor for whether there are pages before.
 */
export function listed(model: ListedModel, listing: Listing): void {
  const { args } = keepListing(model, listing);
  pageField({
    field: listing.field,
    description: listing.description,
    args,
    isIndexed: ({ orderBy }) => !orderBy,
    model,
    which: (given) => whichOf(model, given),
  });
  single(model);
}

interface Pages {
  field: string;
  description: string;
  args: Record<string, { type: 'String'; description: string }>;
  /** The records, as the model's own `where` says it. */
  where: (given: Record<string, unknown>) => Record<string, unknown>;
  order: readonly object[];
}

/** A further root field that lists some of a model's records, in an order of its own. */
export function pagesOf(
  model: ListedModel,
  { field, description, args, where, order }: Pages,
): void {
  pageField({
    field,
    description,
    args: builder.args((arg) =>
      Object.fromEntries(Object.entries(args).map(([name, it]) => [name, arg.field(it)])),
    ) as InputFieldMap,
    isIndexed: () => false,
    model,
    which: (given) => ({
      where: toCondition(model, where(given as Record<string, unknown>)),
      order: listOrder(model, order),
    }),
  });
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
  const listed: Listed = { model, which: (given) => whichOf(model, given) };
  return t.relatedConnection(
    relation,
    {
      cursor: cursorColumns,
      args,
      complexity,
      extensions: { listed: pagedBy(listed) } satisfies ReadExtensions,
      query: (given: ConnectionArguments, context: Context) => {
        const { where, order, place } = askedOf(listed, given, context);
        return {
          where: { AND: [prismaWhere(where), ...(place ? [behindWhere(place.position)] : [])] },
          orderBy: prismaOrder(order),
          select: Object.fromEntries(order.map(({ column }) => [column, true])),
        };
      },
    },
    connectionType(model),
  );
}
