import type { FieldMap, InputFieldMap } from '@pothos/core';
import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from './builder.ts';
import { connectionType } from './connection-types.ts';
import { unusedResolver } from './declared-fields.ts';
import type { ListSource, ReadExtensions, RootFieldRead } from './field-reads.ts';
import type { ListDefinition } from './list-definitions.ts';
import {
  listDefinitionOf,
  parseFilterAndOrder,
  registerListDefinition,
} from './list-definitions.ts';
import { buildListOrder } from './list-order.ts';
import { connectionComplexity } from './page-arguments.ts';
import { toCondition } from './where.ts';

/** What the plugin wants of a list; nothing asks for it. */
const cursorColumns = 'accountId_id' as never;

const rootOf = (root: RootFieldRead) => ({ root }) satisfies ReadExtensions;

interface PageField extends ListSource {
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
        complexity: connectionComplexity,
        extensions: rootOf({ kind: 'list', model, which }),
        resolve: unusedResolver as never,
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
export function defineRecordQueries(model: ListableModel, listing: ListDefinition): void {
  const { args } = registerListDefinition(model, listing);
  pageField({
    field: listing.field,
    description: listing.description,
    args,
    model,
    which: (given) => parseFilterAndOrder(model, given),
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
export function defineListQuery(
  model: ListableModel,
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
      order: buildListOrder(model, order),
    }),
  });
}

/** The root field that finds one record of a model: `client(id:)`. */
function single(model: ListableModel): void {
  builder.queryField(`${model.charAt(0).toLowerCase()}${model.slice(1)}`, (t) =>
    t.field({
      type: model as never,
      nullable: true,
      description: `The ${model} with an id. Null if the workspace has none.`,
      args: { id: t.arg.id({ required: true, description: 'The record’s id.' }) },
      extensions: rootOf({ kind: 'one', model }),
      resolve: unusedResolver,
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
export function relationConnectionField(
  t: RelatedBuilder,
  relation: string,
  model: ListableModel,
): FieldMap[string] {
  const { args } = listDefinitionOf(model);
  return t.relatedConnection(
    relation,
    {
      cursor: cursorColumns,
      args,
      complexity: connectionComplexity,
      extensions: { read: { kind: 'page', relation } } satisfies ReadExtensions,
    },
    connectionType(model),
  );
}
