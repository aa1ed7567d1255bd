import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { ListedModel } from '../../query/list-queries.ts';
import { builder } from './builder.ts';
import { connectionType } from './connection-types.ts';
import { listOrder } from './list-cursors.ts';
import { readByReader } from './declared-fields.ts';
import type { Listing } from './list-definitions.ts';
import { keepListing, listingOf, whichOf } from './list-definitions.ts';
import { complexity } from './page-arguments.ts';
import type { Listed, ReadExtensions, Root } from './field-reads.ts';
import { toCondition } from './where.ts';

/** What the plugin wants of a list; nothing asks for it. */
const cursorColumns = 'accountId_id' as never;

const rootOf = (root: Root) => ({ root }) satisfies ReadExtensions;

interface PageField extends Listed {
  field: string;
  description: string;
  args: InputFieldMap;
}

/** A root field that pages through records. */
function pageField({ field, description, args, model, which }: PageField): void {
  builder.queryField(field, (t) =>
    t.prismaConnection(
      {
        type: model,
        cursor: cursorColumns,
        description,
        args,
        complexity,
        extensions: rootOf({ kind: 'list', model, which }),
        resolve: readByReader as never,
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
    model,
    which: (given) => whichOf(model, given),
  });
  single(model);
}

interface Pages {
  field: string;
  description: string;
  /** Those of its own, beside the ones of every page. */
  args: Record<string, { type: 'String'; description: string }> & {
    [page in 'first' | 'last' | 'after' | 'before']?: never;
  };
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
      resolve: readByReader,
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
      extensions: { read: { kind: 'page', relation } } satisfies ReadExtensions,
    },
    connectionType(model),
  );
}
