import { sqlStatesOf } from '../../database/statements/sql-state.ts';
import type { Context } from '../context/context.ts';
import { ActionError } from '../errors/action-error.ts';

/** What the database said of a constraint, wherever Prisma or pg put it. */
export interface ConstraintViolation {
  kind: 'unique' | 'foreign_key' | 'check';
  /** Name of the constraint or index, or the columns, as far as the driver tells. */
  constraint: string;
}

const kinds: Record<string, ConstraintViolation['kind']> = {
  P2002: 'unique',
  P2003: 'foreign_key',
  P2004: 'check',
  '23505': 'unique',
  '23503': 'foreign_key',
  // What PostgreSQL calls the refusal of a RESTRICT from version 18 on.
  '23001': 'foreign_key',
  '23514': 'check',
};

/**
 * What a server of those that tables are spread over refuses is told by the one that asked it, now and then as a fault of its own and
 * without a name of the constraint: then the message says it, in the server's language.
 */
const internal = 'XX000';
const kindsByMessage: readonly (readonly [RegExp, ConstraintViolation['kind']])[] = [
  [/duplicate key value violates unique constraint "/, 'unique'],
  [/violates foreign key constraint "/, 'foreign_key'],
  [/violates check constraint "/, 'check'],
];

function kindOfMessage(message: unknown): ConstraintViolation['kind'] | undefined {
  return kindsByMessage.find(([words]) => words.test(String(message)))?.[1];
}

interface QueryError {
  code?: unknown;
  constraint?: unknown;
  meta?: {
    code?: unknown;
    message?: unknown;
    target?: unknown;
    driverAdapterError?: { cause?: Record<string, unknown> };
  };
  message?: unknown;
}

/** Reads a constraint violation out of what a query threw; undefined where it was something else. */
export function constraintViolationOf(error: unknown): ConstraintViolation | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint, meta, message } = error as QueryError;
  const cause = meta?.driverAdapterError?.cause;
  const kind =
    kinds[String(cause?.originalCode)] ??
    kinds[String(meta?.code)] ??
    kinds[String(code)] ??
    (sqlStatesOf(error).includes(internal)
      ? kindOfMessage(cause?.originalMessage ?? message)
      : undefined);
  if (kind === undefined) return undefined;
  const told = [constraint, cause?.constraint, cause?.originalMessage, meta?.target, meta?.message];
  // Prisma's own message quotes the code around the call, in which any column may stand.
  const parts = told.some((part) => part !== undefined) ? told : [message];
  const said = parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
  return { kind, constraint: said };
}

/** The indexes that keep external ids unique; who writes one is told by the door (`platform/external-ids/external-ids.ts`). */
export const externalIdIndexPattern = /(\w+)_externalId_source_key/;

/**
 * Runs a write and turns a unique violation into a 409 in the domain's words. Where several fields of a record are
 * unique, `path` tells the one at fault from the constraint; a message that repeats input which is not checked yet is
 * a function, asked only then.
 * @throws ActionError name_taken (or the code given) with the field that is taken.
 */
export async function withUniqueConflict<T>(
  path: string | ((constraint: string) => string),
  message: string | ((again?: Context) => string | Promise<string>),
  work: () => Promise<T>,
  code: 'name_taken' | 'number_taken' = 'name_taken',
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = constraintViolationOf(error);
    if (fault?.kind !== 'unique' || externalIdIndexPattern.test(fault.constraint)) throw error;
    const at = typeof path === 'string' ? path : path(fault.constraint);
    const taken = (words: string) =>
      new ActionError(code, words, {
        errors: [{ path: at, code, message: 'is already taken' }],
        cause: error,
      });
    if (typeof message === 'string') throw taken(message);
    throw await explainOrDefer(error, async (again) => taken(await message(again)));
  }
}

/** Says what went wrong; after the transaction in which it did, by another context. */
type Explain = (again?: Context) => Promise<ActionError>;

/**
 * What went wrong with a statement, and can only be told by another one; in a transaction, which takes no more statements after
 * the first that fails. Whoever opened it asks once more when it is rolled back.
 */
export class UnexplainedConstraintError extends Error {
  override readonly name = 'UnexplainedConstraintError';
  readonly explained: (context: Context) => Promise<ActionError>;

  constructor(explained: Explain, cause: unknown) {
    super('A transaction failed, and why could not be looked up in it.', { cause });
    this.explained = explained;
  }
}

/** What PostgreSQL says of a statement in a transaction that has failed. */
const inFailedTransaction = '25P02';

/** The error that explains a fault; where nothing can be asked any more, one that is explained later. */
export async function explainOrDefer(
  cause: unknown,
  explain: Explain,
): Promise<ActionError | UnexplainedConstraintError> {
  try {
    return await explain();
  } catch (failed) {
    if (!sqlStatesOf(failed).includes(inFailedTransaction)) throw failed;
    return new UnexplainedConstraintError(explain, cause);
  }
}

/**
 * The error of a deletion: an ActionError if other records refer to the deleted one.
 * @param messageOf makes the message of conflicting_state from the table of the other records
 */
export function referenceConflictOf(error: unknown, messageOf: (table: string) => string): unknown {
  const violation = constraintViolationOf(error);
  if (violation?.kind !== 'foreign_key') return error;
  // Foreign keys are named after their table and then its columns, of which accountId is the first.
  const table = /(\w+?)_accountId_\w*fkey/.exec(violation.constraint)?.[1] ?? 'record';
  return new ActionError('conflicting_state', messageOf(table), { cause: error });
}

/** Runs a deletion. @throws ActionError as {@link referenceConflictOf} */
export async function withReferenceConflict<T>(
  messageOf: (table: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw referenceConflictOf(error, messageOf);
  }
}
