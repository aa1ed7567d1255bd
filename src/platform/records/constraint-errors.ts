import { sqlStatesOf } from '../../database/statements/sql-state.ts';
import type { Context } from '../context/context.ts';
import { ActionError } from '../errors/action-error.ts';

export interface ConstraintViolation {
  kind: 'unique' | 'foreign_key' | 'check';
  /** Name of the constraint or index, or columns, depending on the driver. */
  constraint: string;
}

const kinds: Record<string, ConstraintViolation['kind']> = {
  P2002: 'unique',
  P2003: 'foreign_key',
  P2004: 'check',
  '23505': 'unique',
  '23503': 'foreign_key',
  // PostgreSQL 18 reports RESTRICT violations with this code.
  '23001': 'foreign_key',
  '23514': 'check',
};

/** Citus can report a worker's violation as an internal error, which only the message identifies. */
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
  const details = [
    constraint,
    cause?.constraint,
    cause?.originalMessage,
    meta?.target,
    meta?.message,
  ];
  // Prisma's message quotes the calling code, which can contain column names.
  const parts = details.some((part) => part !== undefined) ? details : [message];
  const constraintText = parts
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
  return { kind, constraint: constraintText };
}

export const externalIdIndexPattern = /(\w+)_externalId_source_key/;

type Explain = (again?: Context) => Promise<ActionError>;

/** The message requires a query, which a failed transaction rejects. Call `explained` after the rollback. */
export class UnexplainedConstraintError extends Error {
  override readonly name = 'UnexplainedConstraintError';
  readonly explained: (context: Context) => Promise<ActionError>;

  constructor(explained: Explain, cause: unknown) {
    super('A transaction failed, and why could not be looked up in it.', { cause });
    this.explained = explained;
  }
}

const inFailedTransaction = '25P02';

/** Runs the query at once, or after the rollback if the transaction has failed. */
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

/** @param messageOf gets the table that refers to the record */
export function referenceConflictOf(error: unknown, messageOf: (table: string) => string): unknown {
  const violation = constraintViolationOf(error);
  if (violation?.kind !== 'foreign_key') return error;
  // Names of foreign keys begin with the table and accountId.
  const table = /(\w+?)_accountId_\w*fkey/.exec(violation.constraint)?.[1] ?? 'record';
  return new ActionError('conflicting_state', messageOf(table), { cause: error });
}

/** @throws ActionError as {@link referenceConflictOf} */
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
