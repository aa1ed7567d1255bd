import type { z } from 'zod';
import type { Context } from '../platform/context/context.ts';
import type { FieldError } from '../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../platform/errors/action-error.ts';
import { booleanType, list, object } from '../platform/input/field-types.ts';
import type { FieldType } from '../platform/input/fields.ts';
import { inputObject, parseInput, required, withDefault } from '../platform/input/fields.ts';
import { parseOrCollectErrors } from '../platform/input/input-errors.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';
import { UnexplainedConstraintError } from '../platform/records/constraint-errors.ts';
import { isIdProvided } from './client-generated-ids.ts';
import { inTransaction } from './in-transaction.ts';
import { discardQueued } from './transaction-statements.ts';

/** How many items may be done at once. */
export const bulkItemLimits = { min: 1, max: 1_000 };

/** Many items of one input, each still as it came: every one is parsed by itself, so that it can fail by itself. */
function bulkItemsType(item: z.ZodObject): FieldType<unknown[]> {
  const { json, presentation } = object(item);
  return list({ json, presentation, read: (value) => value ?? null }, bulkItemLimits);
}

/** Declares the input of a verb that does many items at once. */
export function bulkInput(id: string, description: string, item: z.ZodObject) {
  return inputObject(id, description, {
    items: required(
      bulkItemsType(item),
      `Between ${bulkItemLimits.min} and ${bulkItemLimits.max} of them.`,
    ),
    partial: withDefault(
      booleanType,
      false,
      'Whether items that can be taken are, where others cannot; otherwise it is all or nothing.',
    ),
  });
}

/** What became of one item: a record, or why there is none. */
export type BulkItemResult<R> =
  | { index: number; record: R; error: null }
  | { index: number; record: null; error: ActionError };

interface BulkWork<I extends object, T, R> {
  /** Reads one item by itself. @throws ActionError */
  read: (item: unknown) => I;
  /** Looks up what an item names that cannot be read as a whole ({@link parseOrCollectErrors}); like `prepare`, side by side. */
  lookUp: (rest: Partial<I>) => readonly unknown[];
  /** Of all items that could be read: what of other records stands in their way; undefined of each where nothing does. */
  findConflicts: (items: (I | null)[]) => Promise<(ActionError | undefined)[]>;
  /** Writes all items at once, all or none, where nothing has to be prepared; undefined, with nothing written, elsewhere. */
  writeAtOnce?: (items: I[]) => Promise<R[] | undefined>;
  /** Resolves what an item names, writing nothing; items are prepared side by side. */
  prepare: (item: I) => Promise<T>;
  /** Writes what was prepared, all or none; answers the records in the same order. */
  write: (prepared: T[]) => Promise<R[]>;
}

/** What became of reading or preparing an item. */
type Outcome<T> =
  | { item: T; error: null }
  // `unread` is what reading it threw.
  | { item: null; error: ActionError; unread?: unknown };

/**
 * Does many items at once: all or nothing, or with `partial` those that can be taken. Paths of errors begin with
 * `items.` and the item's index. Everything that is wrong with the items is told at once.
 * @throws ActionError invalid_input for the list itself; without `partial`, the items' errors as one: invalid_input if
 * that is among them, else the first one's code. What writing throws undoes everything.
 */
export async function runBulk<I extends object, T, R>(
  schema: ReturnType<typeof bulkInput>,
  input: unknown,
  { lookUp, read, findConflicts, writeAtOnce, prepare, write }: BulkWork<I, T, R>,
): Promise<BulkItemResult<R>[]> {
  const { items, partial } = parseInput(schema, input);
  const readable = items.map((item, index) => readItem(read, item, index));
  const conflicts = await findConflicts(readable.map(({ item }) => item));
  const outcomes = readable.map((one, index): Outcome<I> => {
    const conflict = conflicts[index];
    return conflict === undefined ? one : failedOutcome(conflict, index);
  });
  if (writeAtOnce && outcomes.every(isSuccessful)) {
    const records = await writeAtOnce(outcomes.map(({ item }) => item));
    if (records) return records.map((record, index) => ({ index, record, error: null }));
  }
  const prepared = await Promise.all(
    outcomes.map(async (one, index): Promise<Outcome<T>> => {
      if (!isSuccessful(one)) return one.unread ? withLookupErrors(one.unread, lookUp, index) : one;
      try {
        return { item: await prepare(one.item), error: null };
      } catch (error) {
        return failedOutcome(error, index);
      }
    }),
  );
  if (!partial) requireNoErrors(prepared);
  const successful = prepared.filter(isSuccessful);
  const records = successful.length > 0 ? await write(successful.map(({ item }) => item)) : [];
  const written = records.values();
  return prepared.map(({ error }, index) =>
    error === null
      ? { index, record: written.next().value as R, error }
      : { index, record: null, error },
  );
}

interface SequentialWork<T, R> {
  partial: boolean;
  /** Takes the locks that the items would take in another order than others do. */
  lockFirst: (context: Context) => Promise<void>;
  work: (context: Context, item: T) => Promise<R>;
  /** An item's error as who acts may be told it, also where why it was refused was found out afterwards. */
  errorForCaller: (error: ActionError) => ActionError;
}

/**
 * Does items one after the other, each as if it came alone, in one transaction: all or nothing, or with `partial` those that can
 * be done. An item that cannot be done leaves nothing behind, and the next one is tried all the same, so that everything that
 * is wrong is told at once, as {@link runBulk} tells it. Two statements for each item beside its own.
 * @throws ActionError without `partial`, the items' errors as one; what is no error of an item undoes everything
 */
export async function runSequentially<T, R>(
  context: Context,
  items: readonly T[],
  { partial, lockFirst, work, errorForCaller }: SequentialWork<T, R>,
): Promise<BulkItemResult<R>[]> {
  return inTransaction(context, async (opened) => {
    opened.log.mayRepeat = true;
    await lockFirst(opened);
    let tx = opened;
    const results: BulkItemResult<R>[] = [];
    for (const [index, item] of items.entries()) {
      const discardChanges = opened.log.mark();
      await tx.db.$executeRaw`SAVEPOINT item`;
      try {
        results.push({ index, record: await work(tx, item), error: null });
        await tx.db.$executeRaw`RELEASE SAVEPOINT item`;
      } catch (error) {
        if (!(error instanceof ActionError || error instanceof UnexplainedConstraintError))
          throw error;
        discardQueued(tx);
        await tx.db.$executeRaw`ROLLBACK TO SAVEPOINT item`;
        discardChanges();
        // What was looked up meanwhile may have been made by the item.
        tx = { ...tx, names: createNameResolver(tx) };
        const actionError = error instanceof ActionError ? error : await error.explained(tx);
        results.push({
          index,
          record: null,
          error: failedOutcome(errorForCaller(actionError), index).error,
        });
      }
    }
    if (!partial) requireNoErrors(results);
    return results;
  });
}

/** @throws ActionError the errors of items as one */
function requireNoErrors(outcomes: readonly { error: ActionError | null }[]): void {
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) throw combineErrors(errors);
}

const isSuccessful = <T>(outcome: Outcome<T>): outcome is { item: T; error: null } =>
  outcome.error === null;

function readItem<I>(read: (item: unknown) => I, item: unknown, index: number): Outcome<I> {
  try {
    requireNoId(item);
    return { item: read(item), error: null };
  } catch (error) {
    return { ...failedOutcome(error, index), unread: error };
  }
}

/** An item that cannot be read, with the names and ids of what is right of it that stand for nothing. */
async function withLookupErrors<I extends object>(
  unread: unknown,
  lookUp: (rest: Partial<I>) => readonly unknown[],
  index: number,
) {
  try {
    await parseOrCollectErrors<I>(() => {
      throw unread;
    }, lookUp);
  } catch (error) {
    return failedOutcome(error, index);
  }
  throw unread;
}

/** An id would say nothing here, and must not be taken for one that was heard. @throws ActionError invalid_input */
function requireNoId(item: unknown): void {
  if (!isIdProvided((item as { id?: unknown } | null)?.id)) return;
  const message = 'is not allowed in a bulk request: create the record on its own, or omit the id';
  throw invalidInputError([{ path: 'id', code: 'not_taken', message }]);
}

/** The error of an item as one of the whole input. @throws what is no expected error, and what the key may not do at all */
function failedOutcome(error: unknown, index: number): { item: null; error: ActionError } {
  if (!(error instanceof ActionError) || error.code === 'missing_scope') throw error;
  return { item: null, error: errorAtItem(error, index) };
}

/** An item's error as one of the whole input. */
function errorAtItem({ code, details, message }: ActionError, index: number): ActionError {
  const at = `items.${index}`;
  const errors: FieldError[] = details.errors?.map((fault) => ({
    ...fault,
    path: fault.path === '' ? at : `${at}.${fault.path}`,
  })) ?? [{ path: at, code, message }];
  return new ActionError(code, `${at}: ${message}`, { ...details, errors });
}

function combineErrors(errors: readonly ActionError[]): ActionError {
  const [first] = errors as [ActionError];
  if (errors.length === 1) return first;
  const { code, details } = errors.find((error) => error.code === 'invalid_input') ?? first;
  const nearMatches = errors.flatMap((error) => error.details.nearMatches ?? []).slice(0, 3);
  return new ActionError(code, `${errors.length} items cannot be taken; nothing was done.`, {
    errors: errors.flatMap((error) => error.details.errors ?? []),
    ...(nearMatches.length > 0 && { nearMatches }),
    ...(details.status && { status: details.status }),
  });
}
