import { ActionError } from '../../platform/errors/action-error.ts';
import { DeadlineError } from '../statements/statement-deadline.ts';
import { PoolQueueFullError } from './connection-pool.ts';

/** Prisma's codes for a database that is away, overloaded, or gave the transaction up. */
const prismaCodes = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);

/** The Prisma adapter's kinds of the same. */
const adapterKinds = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/**
 * SQLSTATEs: connection exceptions (08), refused credentials (28), serialization failure and deadlock (40), no such
 * database (3D000), resources exhausted (53), lock time-out (55P03), operator intervention and statement
 * time-out (57), system errors (58), idle and transaction time-outs (25P03, 25P04), read-only standby (25006).
 */
const sqlStates =
  /^(08...|28...|40001|40P01|3D000|53...|55P03|57014|57P..|58...|25P03|25P04|25006)$/;

/** Errors of sockets and of name resolution. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
]);

/** What pg throws without a code. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|cached plan must not change result type|Connection is closed)/;

/** How deep causes are followed. */
const maxDepth = 6;

/**
 * A `database_unavailable` error (503) for whatever pg, its pool or Prisma throws when the database is away,
 * does not answer in time, or has too many callers waiting; `read_only` (503) where it takes no changes; `operation_timed_out` (503) for what the deadline of the
 * operation ended; undefined for every other error.
 */
export function databaseUnavailableErrorOf(error: unknown): ActionError | undefined {
  if (error instanceof ActionError) return undefined;
  if (someCause(error, (one) => one instanceof DeadlineError, maxDepth)) {
    return new ActionError('operation_timed_out', 'The operation took too long and was given up.', {
      cause: error,
    });
  }
  if (!someCause(error, isAway, maxDepth)) return undefined;
  const state = databaseStateOf(error);
  const [message, retryAfterSeconds] = states[state];
  const code = state === 'readOnly' ? 'read_only' : 'database_unavailable';
  return new ActionError(code, message, { retryAfterSeconds, cause: error });
}

/** Why the database does not do what it is asked: what a person is told, and when trying again makes sense. */
const states = {
  overloaded: [
    'The service has more to do than its database can take just now. Try again in a moment.',
    1,
  ],
  diskFull: [
    'The database’s disk is full: nothing can be written until there is room on it. Reading may go on.',
    30,
  ],
  readOnly: [
    'The database takes no changes just now: it is read-only, a standby perhaps. Reading may go on.',
    10,
  ],
  tooManyConnections: [
    'The database takes no more connections just now; others use all that it has. Try again in a moment.',
    2,
  ],
  away: ['The database did not answer. Try again in a moment.', 2],
} as const satisfies Record<string, readonly [message: string, retryAfterSeconds: number]>;

export type DatabaseState = keyof typeof states;

/** SQLSTATEs, and the adapter's kinds, that say more than that the database is away. */
const telling: readonly [DatabaseState, RegExp][] = [
  ['diskFull', /^53100$/],
  ['readOnly', /^25006$/],
  ['tooManyConnections', /^(53300|P2037|TooManyConnections)$/],
];

/** What is the matter with the database, by an error that {@link databaseUnavailableErrorOf} knows. */
export function databaseStateOf(error: unknown): DatabaseState {
  if (someCause(error, (one) => one instanceof PoolQueueFullError, maxDepth)) return 'overloaded';
  const [state = 'away'] =
    telling.find(([, codes]) =>
      someCause(error, (one) => wordsOf(one).some((word) => codes.test(word)), maxDepth),
    ) ?? [];
  return state;
}

/** The message of that state. */
export const databaseStateMessage = (state: DatabaseState): string => states[state][0];

/** In a few words, for the log, what made the database unavailable: where it happened says nothing then. */
export function unavailabilityReason(error: unknown): string {
  let reason = '';
  someCause(
    error,
    (one) => {
      const message = typeof one.message === 'string' ? one.message.trim().split('\n').at(-1) : '';
      // The innermost cause that says something is the one that began it.
      if (message) reason = [...wordsOf(one), message].join(' ');
      return false;
    },
    maxDepth,
  );
  return reason.slice(0, 300);
}

const wordsOf = ({ code, errorCode, originalCode, kind }: Loose): string[] => [
  ...new Set(
    [code, errorCode, originalCode, kind].filter(
      (word): word is string => typeof word === 'string',
    ),
  ),
];

interface Loose {
  name?: unknown;
  code?: unknown;
  errorCode?: unknown;
  kind?: unknown;
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: unknown;
  driverAdapterError?: unknown;
  errors?: unknown;
}

function isAway(error: Loose): boolean {
  if (error instanceof PoolQueueFullError) return true;
  const codes = [error.code, error.errorCode, error.originalCode].filter(
    (code): code is string => typeof code === 'string',
  );
  return (
    codes.some((code) => prismaCodes.has(code) || systemCodes.has(code) || sqlStates.test(code)) ||
    isMissingSocket(error) ||
    (typeof error.kind === 'string' && adapterKinds.has(error.kind)) ||
    (typeof error.message === 'string' && pgMessages.test(error.message))
  );
}

/** A server behind a Unix socket that is not running. */
function isMissingSocket(error: Loose): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES');
}

function someCause(error: unknown, test: (error: Loose) => boolean, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const loose = error as Loose;
  if (test(loose)) return true;
  const inner = [loose.cause, loose.meta, loose.driverAdapterError];
  // Node tries every address of a host and reports all of them.
  if (Array.isArray(loose.errors)) inner.push(...loose.errors);
  return inner.some((cause) => someCause(cause, test, depth - 1));
}
