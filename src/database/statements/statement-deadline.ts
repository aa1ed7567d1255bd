import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** If the cancel request takes longer, the connection is closed. */
const cancelTimeoutMs = 1_000;

export interface Cancellable {
  /** Resolves when the server has received the request. */
  cancel(): Promise<void>;
  abandon(): void;
}

interface Operation {
  millis: number;
  /** From `performance.now()`. */
  endsAt: number;
  expired: boolean;
  /** Undefined until the first statement. */
  timer: NodeJS.Timeout | undefined;
  running: Set<Cancellable>;
  /** Whether the server received the cancel request in time. */
  cancelReceived: Promise<boolean>;
}

const operations = new AsyncLocalStorage<Operation>();

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly millis: number;

  constructor(millis: number, cause?: unknown) {
    super(`The operation took longer than ${millis} ms.`, cause === undefined ? {} : { cause });
    this.millis = millis;
  }
}

/**
 * Cancels running statements at the deadline and rejects later ones with {@link DeadlineError}. COMMIT and
 * ROLLBACK are exempt, to leave no open transaction. A deadline within another one cannot extend it.
 */
export async function withDeadline<T>(millis: number, work: () => Promise<T>): Promise<T> {
  const outer = operations.getStore();
  const endsAt = performance.now() + millis;
  const isOuterFirst = outer !== undefined && outer.endsAt < endsAt;
  const operation: Operation = {
    millis: isOuterFirst ? outer.millis : millis,
    endsAt: isOuterFirst ? outer.endsAt : endsAt,
    expired: false,
    timer: undefined,
    running: new Set(),
    cancelReceived: Promise.resolve(true),
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
  const cancelReceived = Promise.all(running.map((connection) => connection.cancel())).then(
    () => true,
    () => false,
  );
  const cancelTimeout = sleep(cancelTimeoutMs, false, { ref: false });
  operation.cancelReceived = Promise.race([cancelReceived, cancelTimeout]);
  void cancelTimeout.then(() => {
    for (const connection of operation.running) connection.abandon();
  });
}

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
    // A late cancellation must not hit the connection's next statement.
    if (!(await operation.cancelReceived)) connection.abandon();
  }
}
