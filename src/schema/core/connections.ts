import type { FieldMap, InputFieldMap } from '@pothos/core';
import { buildListOrder } from '../../query/list-order.ts';
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
import { connectionComplexity } from './page-arguments.ts';
import { toCondition } from './where.ts';

/** The Prisma plugin requires a cursor. The planner does not use it. */
const cursorColumns = 'accountId_id' as never;

const rootOf = (root: RootFieldRead) => ({ root }) satisfies ReadExtensions;

interface PageField extends ListSource {
  field: string;
  description: string;
  args: InputFieldMap;
}

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
 * Defines the root fields of a model: the list and the single record.
 * A page takes one statement with all relations, one more for a selected count, and one more after
 * a cursor to detect earlier pages.
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
  args: Record<string, { type: 'String'; description: string }> & {
    [page in 'first' | 'last' | 'after' | 'before']?: never;
  };
  /** Returns a filter in the form of the model's `where` argument. */
  where: (given: Record<string, unknown>) => Record<string, unknown>;
  order: readonly object[];
}

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

/** A nested list with the same arguments as the root list of its model. */
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
