import type { z } from 'zod';
import type { FieldError } from './errors.ts';
import { ActionError } from './errors.ts';
import type { Kind } from './fields.ts';
import { defaulted, inputObject, parseInput, required } from './fields.ts';
import { flag, list, object } from './kinds.ts';

/** How many items may be done at once. */
export const bulkItems = { min: 1, max: 1_000 };

/** Many items of one input, each still as it came: every one is parsed by itself, so that it can fail by itself. */
function itemsOf(item: z.ZodObject): Kind<unknown[]> {
  const { json, presentation } = object(item);
  return list({ json, presentation, read: (value) => value ?? null }, bulkItems);
}

/** Declares the input of a verb that does many items at once. */
export function bulkInput(id: string, description: string, item: z.ZodObject) {
  return inputObject(id, description, {
    items: required(itemsOf(item), `Between ${bulkItems.min} and ${bulkItems.max} of them.`),
    partial: defaulted(
      flag,
      false,
      'Whether items that can be taken are, where others cannot; otherwise it is all or nothing.',
    ),
  });
}

/** What became of one item: a record, or why there is none. */
export type BulkResult<R> =
  | { index: number; record: R; error: null }
  | { index: number; record: null; error: ActionError };

interface BulkWork<T, R> {
  /** Reads one item and resolves what it names, writing nothing; items are prepared side by side. */
  prepare: (item: unknown, index: number) => Promise<T>;
  /** Writes what was prepared, all or none; answers the records in the same order. */
  write: (prepared: T[]) => Promise<R[]>;
}

/**
 * Does many items at once: all or nothing, or with `partial` those that can be taken. Paths of errors begin with
 * `items.` and the item's index. Everything that is wrong with the items is told at once.
 * @throws ActionError invalid_input for the list itself; without `partial`, the items' errors as one: invalid_input if
 * that is among them, else the first one's code. What writing throws undoes everything.
 */
export async function inBulk<T, R>(
  schema: ReturnType<typeof bulkInput>,
  input: unknown,
  { prepare, write }: BulkWork<T, R>,
): Promise<BulkResult<R>[]> {
  const { items, partial } = parseInput(schema, input);
  const prepared = await Promise.all(
    items.map(async (item, index) => {
      try {
        return { index, item: await prepare(item, index), error: null };
      } catch (error) {
        if (!(error instanceof ActionError)) throw error;
        return { index, item: null, error: atItem(error, index) };
      }
    }),
  );
  const errors = prepared.flatMap(({ error }) => error ?? []);
  if (errors.length > 0 && !partial) throw combined(errors);
  const taken = prepared.filter(({ error }) => error === null);
  const records = taken.length > 0 ? await write(taken.map(({ item }) => item as T)) : [];
  const byIndex = new Map(taken.map(({ index }, place) => [index, records[place] as R]));
  return prepared.map(({ index, error }) =>
    error === null
      ? { index, record: byIndex.get(index) as R, error }
      : { index, record: null, error },
  );
}

/** An item's error as one of the whole input. */
function atItem({ code, details, message }: ActionError, index: number): ActionError {
  const at = `items.${index}`;
  const errors: FieldError[] = details.errors?.map((fault) => ({
    ...fault,
    path: fault.path === '' ? at : `${at}.${fault.path}`,
  })) ?? [{ path: at, code, message }];
  return new ActionError(code, `${at}: ${message}`, { ...details, errors });
}

function combined(errors: readonly ActionError[]): ActionError {
  const [first] = errors as [ActionError];
  if (errors.length === 1) return first;
  const { code } = errors.find((error) => error.code === 'invalid_input') ?? first;
  const nearMatches = errors.flatMap((error) => error.details.nearMatches ?? []).slice(0, 3);
  return new ActionError(code, `${errors.length} items cannot be taken; nothing was made.`, {
    errors: errors.flatMap((error) => error.details.errors ?? []),
    ...(nearMatches.length > 0 && { nearMatches }),
  });
}
