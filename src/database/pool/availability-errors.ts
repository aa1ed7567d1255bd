import { DeadlineError } from '../statements/statement-deadline.ts';
import { PoolQueueFullError } from './connection-pool.ts';

/** Prisma's codes for an unavailable or overloaded database, or an aborted transaction. */
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
 * Classes: 08 connection, 28 credentials, 53 resources, 57 operator intervention, 58 system. 40001 and 40P01:
 * conflict, 3D000: no database, 55P03: lock timeout, 57014: statement timeout, 25P03 and 25P04: idle timeouts,
 * 25006: read-only.
 */
const sqlStates =
  /^(08...|28...|40001|40P01|3D000|53...|55P03|57014|57P..|58...|25P03|25P04|25006)$/;

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

/** pg errors without a code. */
const pgMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end|cached plan must not change result type|Connection is closed)/;

const maxDepth = 6;

export const isDeadlineExceeded = (error: unknown): boolean =>
  hasCause(error, (cause) => cause instanceof DeadlineError, maxDepth);

/** Also true if too many callers wait for a connection. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCause(error, isUnavailability, maxDepth);

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
    'The database is read-only at the moment, for example a standby. Reads still work.',
    10,
  ],
  tooManyConnections: [
    'The database takes no more connections just now; others use all that it has. Try again in a moment.',
    2,
  ],
  contended: [
    'Other requests changed the same records at the same time, so nothing was written. Try again in a moment.',
    1,
  ],
  away: ['The database did not respond. Try again in a moment.', 2],
} as const satisfies Record<string, readonly [message: string, retryAfterSeconds: number]>;

export type DatabaseState = keyof typeof states;

const codesByState: readonly [DatabaseState, RegExp][] = [
  ['diskFull', /^53100$/],
  ['readOnly', /^25006$/],
  ['contended', /^(40001|40P01|P2034|TransactionWriteConflict)$/],
  ['tooManyConnections', /^(53300|P2037|TooManyConnections)$/],
];

export function databaseStateOf(error: unknown): DatabaseState {
  if (hasCause(error, (cause) => cause instanceof PoolQueueFullError, maxDepth))
    return 'overloaded';
  const [state = 'away'] =
    codesByState.find(([, codes]) =>
      hasCause(error, (cause) => codesOf(cause).some((code) => codes.test(code)), maxDepth),
    ) ?? [];
  return state;
}

export const databaseStateMessage = (state: DatabaseState): string => states[state][0];

export const databaseRetrySeconds = (state: DatabaseState): number => states[state][1];

export function unavailabilityReason(error: unknown): string {
  let reason = '';
  hasCause(
    error,
    (cause) => {
      const message =
        typeof cause.message === 'string' ? cause.message.trim().split('\n').at(-1) : '';
      if (message) reason = [...codesOf(cause), message].join(' ');
      return false;
    },
    maxDepth,
  );
  return reason.slice(0, 300);
}

const codesOf = ({ code, errorCode, originalCode, kind }: UnknownError): string[] => [
  ...new Set(
    [code, errorCode, originalCode, kind].filter(
      (value): value is string => typeof value === 'string',
    ),
  ),
];

interface UnknownError {
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

function isUnavailability(error: UnknownError): boolean {
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

/** The server of a Unix socket does not run. */
function isMissingSocket(error: UnknownError): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return syscall === 'connect' && (code === 'ENOENT' || code === 'EACCES');
}

function hasCause(error: unknown, test: (error: UnknownError) => boolean, depth: number): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false;
  const candidate = error as UnknownError;
  if (test(candidate)) return true;
  const inner = [candidate.cause, candidate.meta, candidate.driverAdapterError];
  // Node reports an error for each address of a host.
  if (Array.isArray(candidate.errors)) inner.push(...candidate.errors);
  return inner.some((cause) => hasCause(cause, test, depth - 1));
}
