import type { FieldMap, InputFieldMap } from '@pothos/core';
import { getModel, parsePrismaCursor } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../domain/kernel/context.ts';
import { invalidInput } from '../domain/kernel/errors.ts';
import { typeOfId } from '../domain/kernel/ids.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { count, list, scope } from '../domain/kernel/lists.ts';
import { isStorable } from '../domain/kernel/text-kinds.ts';
import { builder, pageSize } from './builder.ts';
import type { Conditions } from './filters.ts';
import { conditionInputs } from './filters.ts';
import { childCount } from './loaders.ts';
import { loadNodes } from './nodes.ts';
import { mentions, toPrismaWhere } from './where.ts';

const cursorColumns = 'accountId_id' as never;

interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  after?: string | null | undefined;
  before?: string | null | undefined;
  includeArchived?: boolean | null;
  includeInactive?: boolean | null;
}

/** Records that a list leaves out unless the caller wants them, or says something about the column. */
interface Hidden {
  column: 'archived' | 'archive' | 'active';
  /** What the column has in records that are left out. */
  value: boolean;
  argument: 'includeArchived' | 'includeInactive';
}

export const hidesArchived = (column: 'archived' | 'archive'): Hidden => ({
  column,
  value: true,
  argument: 'includeArchived',
});

export const hidesInactive: Hidden = {
  column: 'active',
  value: false,
  argument: 'includeInactive',
};

/** How a model is listed: its conditions, and the order when the caller gives none. */
export interface Listing extends Conditions {
  /** Name of the root field. */
  field: string;
  description: string;
  usualOrder?: readonly Record<string, unknown>[];
  hides?: Hidden;
}

interface KnownListing {
  args: InputFieldMap;
  usualOrder: readonly Record<string, unknown>[];
  hides: Hidden | undefined;
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

export function checkPageSize(given: ConnectionArguments): void {
  const size = pageSizeOf(given);
  if (size >= 0 && size <= pageSize.most) return;
  const path = given.first === undefined || given.first === null ? 'last' : 'first';
  throw invalidInput([
    { path, code: 'out_of_range', message: `must be from 0 to ${pageSize.most}` },
  ]);
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

/** The condition on a list: the caller's, and that on records which are left out unless they are wanted. */
function conditionOf(model: ListedModel, given: ConnectionArguments): Record<string, unknown> {
  const where = toPrismaWhere(model, given.where);
  const { hides } = listingOf(model);
  if (!hides || given[hides.argument] || mentions(given.where, hides.column)) return where;
  return { AND: [{ [hides.column]: !hides.value }, where] };
}

/** The conditions of lists that have others than their arguments say, by the arguments they were asked with. */
const ownConditions = new WeakMap<object, object>();

/** Counts a whole list; a nested one together with those of all its parent's siblings, in one grouped statement. */
function totalOf(model: ListedModel, { args, parent }: Page, context: Context): Promise<number> {
  const where = (ownConditions.get(args) ?? conditionOf(model, args)) as Record<string, unknown>;
  if (parent?.id === undefined) return count(context, model, where);
  const parentType = typeof parent.id === 'number' ? 'User' : typeOfId(parent.id);
  return childCount(context, model, parentColumn(model, parentType), where, parent.id);
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
  const { usualOrder = [], hides } = listing;
  const args = listArguments(model, listing);
  listings.set(model, { args, usualOrder, hides });
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
          checkCursor(model, given);
          const orderBy = given.orderBy ?? usualOrder;
          return list(context, model, { where: conditionOf(model, given), orderBy }, query);
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
        resolve: ((query: object, _root: unknown, given: ConnectionArguments, context: Context) => {
          checkPageSize(given);
          checkCursor(model, given);
          const condition = where(given as Record<string, unknown>);
          ownConditions.set(given, condition);
          return list(context, model, { where: condition, orderBy: order }, query);
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

function listArguments(model: ListedModel, listing: Listing): InputFieldMap {
  const { where, orderBy } = conditionInputs(model, listing);
  const { hides } = listing;
  return builder.args((t) => ({
    where: t.field({ type: where, description: 'Which records: all conditions have to hold.' }),
    orderBy: t.field({
      type: [orderBy],
      description: 'The order; the first entry counts first, ties are broken by id.',
    }),
    ...(hides && {
      [hides.argument]: t.boolean({
        required: true,
        defaultValue: false,
        description: `Whether the list has records with \`${hides.column}: ${hides.value}\` too; it has them in any case where \`where\` says something about \`${hides.column}\`.`,
      }),
    }),
  })) as InputFieldMap;
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
  const { args, usualOrder } = listingOf(model);
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
          orderBy: [...(given.orderBy ?? usualOrder), { id: 'asc' }],
          ...(id !== undefined && { cursor: { accountId_id: { ...scope(context), id } } }),
        };
      },
    },
    connectionType(model),
  );
}

/**
 * The id in a list's cursor. The cursor means that record of the key's workspace, whatever workspace it was made in.
 * @throws ActionError invalid_input for one that no list of the model can have given
 */
function checkCursor(
  model: ListedModel,
  { after, before }: ConnectionArguments,
): string | number | undefined {
  const given = after ?? before;
  if (given === null || given === undefined) return undefined;
  const parsed: unknown = parsePrismaCursor(given);
  const id: unknown = Array.isArray(parsed) ? parsed[1] : undefined;
  const fits = model === 'User' ? isInt32(id) : typeof id === 'string' && isStorable(id);
  if (fits) {
    return id as string | number;
  }
  const path = after === null || after === undefined ? 'before' : 'after';
  throw invalidInput([{ path, code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
}

const isInt32 = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
