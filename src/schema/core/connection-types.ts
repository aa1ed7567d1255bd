import type { ListableModel } from '../../query/list-queries.ts';
import { builder } from './builder.ts';
import { connectionFieldExtensions, unusedResolver } from './declared-fields.ts';

const connectionTypes = new Map<ListableModel, unknown>();

export function connectionType(model: ListableModel): never {
  const known = connectionTypes.get(model);
  if (known) return known as never;
  const made = builder.connectionObject(
    {
      type: model as never,
      name: `${model}Connection`,
      description: `A page of ${model} records.`,
      fields: (t) => ({
        nodes: t.field({
          type: [model] as never,
          // The connection itself already multiplies the cost by the page size.
          complexity: { field: 0, multiplier: 1 },
          extensions: connectionFieldExtensions,
          resolve: unusedResolver as never,
        }),
        totalCount: t.int({
          description:
            'Number of matching records on all pages. It is only counted if you select it.',
          complexity: 5,
          extensions: connectionFieldExtensions,
          resolve: unusedResolver as never,
        }),
      }),
    },
    { name: `${model}Edge`, description: `${model} of a page, with its cursor.` },
  );
  connectionTypes.set(model, made);
  return made as never;
}
