import { getModel } from '@pothos/plugin-prisma';
import type { Context } from '../domain/kernel/context.ts';
import { typeOfId } from '../domain/kernel/ids.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { count } from '../domain/kernel/lists.ts';
import { builder } from './builder.ts';
import { conditionOf } from './listings.ts';
import { childCount } from './loaders.ts';
import type { ConnectionArguments } from './pages.ts';

/** What the Prisma plugin leaves on a connection: its arguments, and the parent's row where it is nested. */
interface Page {
  args: ConnectionArguments;
  parent?: { id?: string | number } | null;
}

const connectionTypes = new Map<ListedModel, unknown>();

/** The connection type of a model, one for all lists of it. */
export function connectionType(model: ListedModel): never {
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

/** The conditions of lists that have others than their arguments say, by the arguments they were asked with. */
export const ownConditions = new WeakMap<object, object>();

/** Counts a whole list; a nested one together with those of all its parent's siblings, in one grouped statement. */
export function totalOf(
  model: ListedModel,
  { args, parent }: Page,
  context: Context,
): Promise<number> {
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
