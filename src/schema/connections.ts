import type { FieldMap, InputFieldMap } from '@pothos/core';
import { getModel, parsePrismaCursor } from '@pothos/plugin-prisma';
import type { Context } from '../domain/kernel/context.ts';
import { invalidInput } from '../domain/kernel/errors.ts';
import { typeOfId } from '../domain/kernel/ids.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { count, list, scope } from '../domain/kernel/lists.ts';
import { builder, pageSize } from './builder.ts';
import type { Conditions } from './filters.ts';
import { conditionInputs, toPrismaWhere } from './filters.ts';
import { childCount } from './loaders.ts';

const cursorColumns = 'accountId_id' as never;

interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** How a model is listed: its conditions, and the order when the caller gives none. */
export interface Listing extends Conditions {
  /** Name of the root field. */
  field: string;
  description: string;
  usualOrder?: readonly Record<string, unknown>[];
}

interface KnownListing {
  args: InputFieldMap;
  usualOrder: readonly Record<string, unknown>[];
}

const listings = new Map<ListedModel, KnownListing>();

function listingOf(model: ListedModel): KnownListing {
  const known = listings.get(model);
  if (!known) throw new Error(`${model} is not listed.`);
  return known;
}

/** How many records a page may have at most; asking for more is an error and never a silently shorter page. */
function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? pageSize.usual;
}

function checkPageSize(given: ConnectionArguments): void {
  if (pageSizeOf(given) <= pageSize.most) return;
  const path = given.first === undefined || given.first === null ? 'last' : 'first';
  throw invalidInput([{ path, code: 'out_of_range', message: `must be at most ${pageSize.most}` }]);
}

/** A page costs its size times what is asked of each record. */
const complexity = (given: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.min(pageSizeOf(given), pageSize.most),
});

/** What the Prisma plugin leaves on a connection: its arguments, and the parent's row where it is nested. */
interface Page {
  args: ConnectionArguments;
  parent?: { id?: string | number } | null;
}

const connectionTypes = new Map<ListedModel, unknown>();

/** The connection type of a model, one for all lists of it. */
function connectionType(model: ListedModel): never {
  const known = connectionTypes.get(model);
  if (known) return known as never;
  const made = builder.connectionObject(
    {
      type: model as never,
      name: `${model}Connection`,
      description: `A page of ${model} records.`,
      fields: (t) => ({
        totalCount: t.int({
          description: 'How many records match in all pages; counted only when asked for.',
          complexity: 5,
          resolve: (page, _args, context) => totalOf(model, page as unknown as Page, context),
        }),
      }),
    },
    { name: `${model}Edge`, description: `A ${model} record of a page.` },
  );
  connectionTypes.set(model, made);
  return made as never;
}

/** Counts a whole list; a nested one together with those of all its parent's siblings, in one grouped statement. */
function totalOf(model: ListedModel, { args, parent }: Page, context: Context): Promise<number> {
  const where = toPrismaWhere(args.where);
  if (parent?.id === undefined) return count(context, model, where);
  const parentType = typeof parent.id === 'number' ? 'User' : typeOfId(parent.id);
  return childCount(context, model, parentColumn(model, parentType), where, String(parent.id));
}

/** The column by which a model refers to records of a type. */
function parentColumn(model: ListedModel, parentType: string | undefined): string {
  const { fields } = getModel(model, builder);
  const relation = fields.find((field) => field.type === parentType && field.relationFromFields);
  const column = relation?.relationFromFields?.at(-1);
  if (column === undefined) throw new Error(`${model} has no column for ${parentType}.`);
  return column;
}

/**
 * Declares how a model is listed, and its root field: `first`/`after` or `last`/`before`, `where`, `orderBy`,
 * `totalCount`. One statement for a page with all its relations, one more for the count where it is asked for.
 */
export function listed(model: ListedModel, listing: Listing): void {
  const { where, orderBy } = conditionInputs(model, listing);
  const usualOrder = listing.usualOrder ?? [];
  const args = builder.args((t) => ({
    where: t.field({ type: where, description: 'Which records: all conditions have to hold.' }),
    orderBy: t.field({
      type: [orderBy],
      description: 'The order; the first entry counts first, ties are broken by id.',
    }),
  })) as InputFieldMap;
  listings.set(model, { args, usualOrder });
  builder.queryField(listing.field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description: listing.description,
        args,
        complexity,
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          const orderBy = given.orderBy ?? usualOrder;
          return list(context, model, { where: toPrismaWhere(given.where), orderBy }, query);
        }) as never,
      },
      connectionType(model),
    ),
  );
}

interface RelatedBuilder {
  // biome-ignore lint/suspicious/noExplicitAny: the plugin types each relation of each model apart; one helper serves all
  relatedConnection(name: any, options: any, connection: any): any;
}

/** A list nested in a record: a connection with the same arguments as the root field of its model. */
export function relatedList(
  t: RelatedBuilder,
  relation: string,
  description: string,
  model: ListedModel,
): FieldMap[string] {
  const { args, usualOrder } = listingOf(model);
  return t.relatedConnection(
    relation,
    {
      cursor: cursorColumns,
      description,
      args,
      complexity,
      query: (given: ConnectionArguments, context: Context) => {
        checkPageSize(given);
        return {
          where: toPrismaWhere(given.where),
          orderBy: [...(given.orderBy ?? usualOrder), { id: 'asc' }],
          ...ownCursor(given, context),
        };
      },
    },
    connectionType(model),
  );
}

/** A cursor means a record of the key's workspace, whatever workspace it was made in. */
function ownCursor({ after, before }: ConnectionArguments, context: Context): object {
  const given = after ?? before;
  if (given === null || given === undefined) return {};
  const [, id] = parsePrismaCursor(given) as unknown as unknown[];
  return { cursor: { accountId_id: { ...scope(context), id } } };
}
