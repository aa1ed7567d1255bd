import DataLoader from 'dataloader';
import { listCustomFields } from '../../domain/custom-fields/field-definitions.ts';
import {
  requireCustomFields,
  withIndexedFields,
} from '../../domain/custom-fields/resolve-references.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Condition } from '../../query/conditions.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import type { KeysetPosition } from '../../query/keyset-pagination.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { countByParent } from '../../query/list-queries.ts';

const made = new WeakMap<Context, Map<object, unknown>>();

/** Creates a value once for each request. {@link clearRequestLoaders} drops it. */
function perRequest<V>(make: (context: Context) => V): (context: Context) => V {
  return (context) => {
    const known = made.get(context) ?? new Map<object, unknown>();
    made.set(context, known);
    if (!known.has(make)) known.set(make, make(context));
    return known.get(make) as V;
  };
}

/** Drops the values that the request has loaded. A write can make them stale. */
export function clearRequestLoaders(context: Context): void {
  made.delete(context);
}

export function createRecordLoader<V>(
  load: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  absent: V,
): (context: Context, id: string) => Promise<V> {
  const loaders = perRequest(
    (context) =>
      new DataLoader<string, V>(async (ids) => {
        const values = await load(context, ids);
        return ids.map((id) => values.get(id) ?? absent);
      }),
  );
  return (context, id) => loaders(context).load(id);
}

const countLoaders = perRequest(() => new Map<string, DataLoader<string | number, number>>());

interface Children {
  model: ListableModel;
  column: string;
  id: string | number;
}

interface Counted {
  where: Condition | undefined;
  /** Counts the records from this position on. */
  from?: KeysetPosition;
}

/** Counts the children of a parent, with one grouped statement for all parents of a batch. */
export function countChildren(
  context: Context,
  { model, column, id }: Children,
  counted: Counted,
): Promise<number> {
  const loaders = countLoaders(context);
  const key = `${model}/${column}/${JSON.stringify(counted)}`;
  let loader = loaders.get(key);
  if (!loader) {
    loader = new DataLoader(async (ids) => {
      const counts = await countByParent(context, model, column, ids, counted);
      return ids.map((one) => counts.get(String(one)) ?? 0);
    });
    loaders.set(key, loader);
  }
  return loader.load(id);
}

export const loadCustomFields = perRequest(listCustomFields);

/**
 * Checks custom fields that a request names. Returns a function that adds the index to a condition.
 * @throws ActionError invalid_input
 */
export async function resolveCustomFields(
  context: Context,
  references: readonly CustomFieldReference[],
): Promise<(where: Condition | undefined) => Condition | undefined> {
  const fields = await requireCustomFields(context, references, loadCustomFields);
  return (where) => withIndexedFields(where, fields);
}
