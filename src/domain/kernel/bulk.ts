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

interface BulkWork<I, T, R> {
  /** Reads one item by itself. @throws ActionError */
  read: (item: unknown) => I;
  /** Writes all items at once, all or none, where nothing has to be prepared; undefined, with nothing written, elsewhere. */
  writeAtOnce?: (items: I[]) => Promise<R[] | undefined>;
  /** Resolves what an item names, writing nothing; items are prepared side by side. */
  prepare: (item: I) => Promise<T>;
  /** Writes what was prepared, all or none; answers the records in the same order. */
  write: (prepared: T[]) => Promise<R[]>;
}

/** What became of reading or preparing an item. */
type Outcome<T> = { item: T; error: null } | { item: null; error: ActionError };

/**
 * Does many items at once: all or nothing, or with `partial` those that can be taken. Paths of errors begin with
 * `items.` and the item's index. Everything that is wrong with the items is told at once.
 * @throws ActionError invalid_input for the list itself; without `partial`, the items' errors as one: invalid_input if
 * that is among them, else the first one's code. What writing throws undoes everything.
 */
export async function inBulk<I, T, R>(
  schema: ReturnType<typeof bulkInput>,
  input: unknown,
  { read, writeAtOnce, prepare, write }: BulkWork<I, T, R>,
): Promise<BulkResult<R>[]> {
  const { items, partial } = parseInput(schema, input);
  const given = items.map((item, index) => readItem(() => read(item), index));
  if (writeAtOnce && given.every(isFine)) {
    const records = await writeAtOnce(given.map(({ item }) => item));
    if (records) return records.map((record, index) => ({ index, record, error: null }));
  }
  const prepared = await Promise.all(
    given.map(async (one, index): Promise<Outcome<T>> => {
      if (!isFine(one)) return one;
      try {
        return { item: await prepare(one.item), error: null };
      } catch (error) {
        return faulty(error, index);
      }
    }),
  );
  const errors = prepared.flatMap(({ error }) => error ?? []);
  if (errors.length > 0 && !partial) throw combined(errors);
  const taken = prepared.filter(isFine);
  const records = taken.length > 0 ? await write(taken.map(({ item }) => item)) : [];
  const written = records.values();
  return prepared.map(({ error }, index) =>
    error === null
      ? { index, record: written.next().value as R, error }
      : { index, record: null, error },
  );
}

const isFine = <T>(outcome: Outcome<T>): outcome is { item: T; error: null } =>
  outcome.error === null;

function readItem<I>(read: () => I, index: number): Outcome<I> {
  try {
    return { item: read(), error: null };
  } catch (error) {
    return faulty(error, index);
  }
}

/** The error of an item as one of the whole input. @throws what is none, and what the key may not do at all */
function faulty(error: unknown, index: number): { item: null; error: ActionError } {
  if (!(error instanceof ActionError) || error.code === 'missing_scope') throw error;
  return { item: null, error: atItem(error, index) };
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
