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

export const bulkItemLimits = { min: 1, max: 1_000 };

/** Items are parsed one by one, so that each can fail alone. */
function bulkItemsType(item: z.ZodObject): FieldType<unknown[]> {
  const { json, presentation } = object(item);
  return list({ json, presentation, read: (value) => value ?? null }, bulkItemLimits);
}

export function bulkInput(id: string, description: string, item: z.ZodObject) {
  return inputObject(id, description, {
    items: required(bulkItemsType(item), `${bulkItemLimits.min} to ${bulkItemLimits.max} items.`),
    partial: withDefault(
      booleanType,
      false,
      'Whether valid items are written if others fail. Otherwise all items are written or none.',
    ),
  });
}

export type BulkItemResult<R> =
  | { index: number; record: R; error: null }
  | { index: number; record: null; error: ActionError };

interface BulkSteps<I extends object, T, R> {
  /** @throws ActionError */
  parse: (item: unknown) => I;
  /** Looks up names of items with invalid fields, concurrently. */
  startLookups: (validFields: Partial<I>) => readonly unknown[];
  /** Returns one error or undefined per item. An item that could not be parsed is null. */
  findConflicts: (items: (I | null)[]) => Promise<(ActionError | undefined)[]>;
  /** Prepares all items together. Undefined if an item needs its own look-up. Then `prepare` prepares each item. */
  prepareAll?: (items: readonly I[]) => Promise<readonly T[] | undefined>;
  /** Runs concurrently for all items and writes nothing. */
  prepareItem: (item: I) => Promise<T>;
  /** Writes all items or none. Returns the records in the same order. */
  write: (items: T[]) => Promise<R[]>;
}

type Outcome<T> =
  | { item: T; error: null }
  | { item: null; error: ActionError; parseError?: unknown };

/**
 * Runs a bulk command: all items or none, or with `partial` the valid ones. Reports the errors of all items together.
 * @throws ActionError invalid_input for the list itself. Without `partial`, one error for all failed items: invalid_input if one of them
 * has it, otherwise the first.
 */
export async function runBulk<I extends object, T, R>(
  schema: ReturnType<typeof bulkInput>,
  input: unknown,
  { startLookups, parse, findConflicts, prepareAll, prepareItem, write }: BulkSteps<I, T, R>,
): Promise<BulkItemResult<R>[]> {
  const { items, partial } = parseInput(schema, input);
  const parsedItems = items.map((item, index) => parseItem(parse, item, index));
  const conflicts = await findConflicts(parsedItems.map(({ item }) => item));
  const outcomes = parsedItems.map((outcome, index): Outcome<I> => {
    const conflict = conflicts[index];
    return conflict === undefined ? outcome : failedOutcome(conflict, index);
  });
  const prepareOne = async (outcome: Outcome<I>, index: number): Promise<Outcome<T>> => {
    if (!isSuccessful(outcome))
      return outcome.parseError
        ? withLookupErrors(outcome.parseError, startLookups, index)
        : outcome;
    try {
      return { item: await prepareItem(outcome.item), error: null };
    } catch (error) {
      return failedOutcome(error, index);
    }
  };
  const preparedTogether = outcomes.every(isSuccessful)
    ? await prepareAll?.(outcomes.map(({ item }) => item))
    : undefined;
  const preparedItems: Outcome<T>[] = preparedTogether
    ? preparedTogether.map((item) => ({ item, error: null }))
    : await Promise.all(outcomes.map(prepareOne));
  if (!partial) requireNoErrors(preparedItems);
  const successful = preparedItems.filter(isSuccessful);
  const records = successful.length > 0 ? await write(successful.map(({ item }) => item)) : [];
  const writtenRecords = records.values();
  return preparedItems.map(({ error }, index) =>
    error === null
      ? { index, record: writtenRecords.next().value as R, error }
      : { index, record: null, error },
  );
}

interface SequentialSteps<T, R> {
  partial: boolean;
  /** Takes the locks of all items in one order, so that concurrent requests do not deadlock. */
  lockFirst: (context: Context) => Promise<void>;
  runItem: (context: Context, item: T) => Promise<R>;
  errorForCaller: (error: ActionError) => ActionError;
}

/**
 * Runs items one after another in one transaction, as {@link runBulk}. It rolls a failed item back to a savepoint, which costs two
 * statements per item.
 * @throws ActionError without `partial`, one error for all failed items. Any other error undoes everything.
 */
export async function runSequentially<T, R>(
  context: Context,
  items: readonly T[],
  { partial, lockFirst, runItem, errorForCaller }: SequentialSteps<T, R>,
): Promise<BulkItemResult<R>[]> {
  return inTransaction(context, async (initialContext) => {
    initialContext.changeCollector.mayRepeat = true;
    await lockFirst(initialContext);
    let tx = initialContext;
    let hasSavepoint = false;
    const results: BulkItemResult<R>[] = [];
    for (const [index, item] of items.entries()) {
      const discardChanges = initialContext.changeCollector.mark();
      // A savepoint remains after a rollback to it. Another one would be nested in it.
      if (!hasSavepoint) await tx.db.$executeRaw`SAVEPOINT item`;
      hasSavepoint = true;
      try {
        results.push({ index, record: await runItem(tx, item), error: null });
        await tx.db.$executeRaw`RELEASE SAVEPOINT item`;
        hasSavepoint = false;
      } catch (error) {
        if (!(error instanceof ActionError || error instanceof UnexplainedConstraintError))
          throw error;
        discardQueued(tx);
        await tx.db.$executeRaw`ROLLBACK TO SAVEPOINT item`;
        discardChanges();
        // The cache may contain records that the item created.
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

/** @throws ActionError */
function requireNoErrors(outcomes: readonly { error: ActionError | null }[]): void {
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  if (errors.length > 0) throw combineErrors(errors);
}

const isSuccessful = <T>(outcome: Outcome<T>): outcome is { item: T; error: null } =>
  outcome.error === null;

function parseItem<I>(parse: (item: unknown) => I, item: unknown, index: number): Outcome<I> {
  try {
    requireNoId(item);
    return { item: parse(item), error: null };
  } catch (error) {
    return { ...failedOutcome(error, index), parseError: error };
  }
}

async function withLookupErrors<I extends object>(
  parseError: unknown,
  startLookups: (validFields: Partial<I>) => readonly unknown[],
  index: number,
) {
  try {
    await parseOrCollectErrors<I>(() => {
      throw parseError;
    }, startLookups);
  } catch (error) {
    return failedOutcome(error, index);
  }
  throw parseError;
}

/**
 * A bulk request accepts no ids.
 * @throws ActionError invalid_input
 */
function requireNoId(item: unknown): void {
  if (!isIdProvided((item as { id?: unknown } | null)?.id)) return;
  const message = 'is not allowed in a bulk request: create the record on its own, or omit the id';
  throw invalidInputError([{ path: 'id', code: 'not_taken', message }]);
}

/** @throws unexpected errors and missing_scope, which fail the whole request */
function failedOutcome(error: unknown, index: number): { item: null; error: ActionError } {
  if (!(error instanceof ActionError) || error.code === 'missing_scope') throw error;
  return { item: null, error: errorAtItem(error, index) };
}

function errorAtItem({ code, details, message }: ActionError, index: number): ActionError {
  const itemPath = `items.${index}`;
  const errors: FieldError[] = details.errors?.map((fieldError) => ({
    ...fieldError,
    path: fieldError.path === '' ? itemPath : `${itemPath}.${fieldError.path}`,
  })) ?? [{ path: itemPath, code, message }];
  return new ActionError(code, `${itemPath}: ${message}`, { ...details, errors });
}

function combineErrors(errors: readonly ActionError[]): ActionError {
  const [first] = errors as [ActionError];
  if (errors.length === 1) return first;
  const { code, details } = errors.find((error) => error.code === 'invalid_input') ?? first;
  const nearMatches = errors.flatMap((error) => error.details.nearMatches ?? []).slice(0, 3);
  return new ActionError(code, `${errors.length} items failed. Nothing was written.`, {
    errors: errors.flatMap((error) => error.details.errors ?? []),
    ...(nearMatches.length > 0 && { nearMatches }),
    ...(details.status && { status: details.status }),
  });
}
