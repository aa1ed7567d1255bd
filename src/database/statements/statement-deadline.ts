import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time for a cancellation; after that the connections are given up. */
const graceMillis = 1_000;

/** A connection whose running statement can be given up. */
export interface Cancellable {
  /** Asks the server to cancel what the connection runs; resolves when the server was told. */
  cancel(): Promise<void>;
  /** Gives the connection up with what runs on it. */
  abandon(): void;
}

interface Operation {
  millis: number;
  /** By the clock of `performance`. */
  endsAt: number;
  expired: boolean;
  /** None until a statement is sent: nothing else is cancelled. */
  timer: NodeJS.Timeout | undefined;
  running: Set<Cancellable>;
  /** Whether the server was told in time to cancel what ran at the deadline. */
  told: Promise<boolean>;
}

const operations = new AsyncLocalStorage<Operation>();

/** The operation took too long: its statement was cancelled, or not sent any more. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly millis: number;

  constructor(millis: number, cause?: unknown) {
    super(`The operation took longer than ${millis} ms.`, cause === undefined ? {} : { cause });
    this.millis = millis;
  }
}

/**
 * Runs `work`, whose statements are cancelled `millis` from now, and refused from then on, with a {@link DeadlineError};
 * COMMIT and ROLLBACK are neither, so that every connection is left as it was found. Answers when `work` does.
 */
export async function withDeadline<T>(millis: number, work: () => Promise<T>): Promise<T> {
  const operation: Operation = {
    millis,
    endsAt: performance.now() + millis,
    expired: false,
    timer: undefined,
    running: new Set(),
    told: Promise.resolve(true),
  };
  try {
    return await operations.run(operation, work);
  } finally {
    clearTimeout(operation.timer);
  }
}

function expire(operation: Operation): void {
  operation.expired = true;
  const running = [...operation.running];
  const told = Promise.all(running.map((connection) => connection.cancel())).then(
    () => true,
    () => false,
  );
  const late = sleep(graceMillis, false, { ref: false });
  operation.told = Promise.race([told, late]);
  void late.then(() => {
    for (const connection of operation.running) connection.abandon();
  });
}

/** Sends a statement on a connection under the deadline of the operation that it belongs to, if there is one. */
export function sendWithDeadline<T>(
  connection: Cancellable,
  statement: string,
  send: () => Promise<T>,
): Promise<T> {
  const operation = operations.getStore();
  if (!operation || /^\s*(COMMIT|ROLLBACK)\b/i.test(statement)) return send();
  const left = operation.endsAt - performance.now();
  if (operation.expired || left <= 0) return Promise.reject(new DeadlineError(operation.millis));
  operation.timer ??= setTimeout(expire, left, operation);
  operation.running.add(connection);
  return finished(operation, connection, send());
}

async function finished<T>(
  operation: Operation,
  connection: Cancellable,
  result: Promise<T>,
): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw operation.expired ? new DeadlineError(operation.millis, error) : error;
  } finally {
    operation.running.delete(connection);
    // A cancellation that arrives late must not meet whatever the connection runs next.
    if (!(await operation.told)) connection.abandon();
  }
}
