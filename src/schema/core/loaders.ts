import DataLoader from 'dataloader';
import { listCustomFields } from '../../domain/custom-fields/field-definitions.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Condition } from '../../query/conditions.ts';
import type { KeysetPosition } from '../../query/keyset-pagination.ts';
import type { ListableModel } from '../../query/list-queries.ts';
import { countByParent } from '../../query/list-queries.ts';

const made = new WeakMap<Context, Map<object, unknown>>();

/** Something made once for each request and kept as long as its context lives, or until {@link clearRequestLoaders}. */
function perRequest<V>(make: (context: Context) => V): (context: Context) => V {
  return (context) => {
    const known = made.get(context) ?? new Map<object, unknown>();
    made.set(context, known);
    if (!known.has(make)) known.set(make, make(context));
    return known.get(make) as V;
  };
}

/** Drops what the request has loaded so far: after a write it may be out of date. */
export function clearRequestLoaders(context: Context): void {
  made.delete(context);
}

/** A value of each record that is loaded for a whole page of records in one go. */
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
  /** The column by which they refer to their parent. */
  column: string;
  /** The parent. */
  id: string | number;
}

interface Counted {
  where: Condition | undefined;
  /** Only those that stand there in an order, or behind. */
  from?: KeysetPosition;
}

/** How many children of a kind a parent has; one grouped statement for all parents asked for in one turn. */
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

/** The workspace's custom fields: one statement a request, however many records ask for them. */
export const loadCustomFields = perRequest(listCustomFields);
