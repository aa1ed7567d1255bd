import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export interface WriteOutcome {
  /** Number of writes without a response. */
  open: number;
  isUnknown: boolean;
  isCommitted: boolean;
}

const trackedOutcome = new AsyncLocalStorage<WriteOutcome>();

export function trackWriteOutcome<T>(writes: WriteOutcome, work: () => Promise<T>): Promise<T> {
  return trackedOutcome.run(writes, work);
}

/** For bookkeeping: ignores the writes of `work`. */
export function runUntracked<T>(work: () => T): T {
  return trackedOutcome.exit(work);
}

const writePattern =
  /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b.*?\b(?:INSERT INTO|UPDATE "|DELETE FROM))\b|\bgraphile_worker\.add_job/is;

/** For example the marker of `prepared-statement-names.ts`. */
const leadingComments = /^(?:\s|\/\*.*?\*\/)+/s;

/** A function in the statement may still write. */
export const isReadStatement = (statement: string): boolean => {
  const text = statement.replace(leadingComments, '');
  return /^(?:SELECT|WITH)\b/i.test(text) && !writePattern.test(text);
};

export class WriteOutcomeTracker {
  #inTransaction = false;
  #wroteInTransaction = false;

  /** Records the outcome of a COMMIT, or of a write outside of a transaction. */
  follow<T>(statement: string, send: () => Promise<T>): Promise<T> {
    const writes = trackedOutcome.getStore();
    return writes && this.#completesWrite(statement)
      ? recordOutcome(writes, send(), (response) => response)
      : send();
  }

  /** {@link follow} for a batch. */
  followAll<T>(statements: readonly string[], send: () => Promise<T[]>): Promise<T[]> {
    const writes = trackedOutcome.getStore();
    if (!writes) return send();
    const lastWriteIndex = statements
      .map((statement) => this.#completesWrite(statement))
      .lastIndexOf(true);
    return lastWriteIndex < 0
      ? send()
      : recordOutcome(writes, send(), (responses) => responses[lastWriteIndex]);
  }

  #completesWrite(statement: string): boolean {
    if (/^\s*BEGIN\b/i.test(statement)) {
      this.#inTransaction = true;
      this.#wroteInTransaction = false;
      return false;
    }
    if (/^\s*(COMMIT|ROLLBACK)\b(?!\s+TO\b)/i.test(statement)) {
      this.#inTransaction = false;
      return this.#wroteInTransaction && /^\s*COMMIT/i.test(statement);
    }
    const writes = writePattern.test(statement);
    if (this.#inTransaction) this.#wroteInTransaction ||= writes;
    return writes && !this.#inTransaction;
  }
}

async function recordOutcome<T>(
  writes: WriteOutcome,
  result: Promise<T>,
  selectWriteResult: (result: T) => unknown,
): Promise<T> {
  writes.open += 1;
  try {
    const response = await result;
    const { command, rowCount } = selectWriteResult(response) as Partial<pg.QueryResult>;
    // A failed transaction responds to COMMIT with ROLLBACK.
    if (command !== 'ROLLBACK' && rowCount !== 0) writes.isCommitted = true;
    return response;
  } catch (error) {
    if (!wroteNothing(error)) writes.isUnknown = true;
    throw error;
  } finally {
    writes.open -= 1;
  }
}

/** Another server process crashed. The write may be committed. */
const crashShutdown = '57P02';

/** The statement failed or was not sent. */
function wroteNothing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity !== 'PANIC' && error.code !== crashShutdown;
  }
  return error instanceof Error && / and is not queryable$/.test(error.message);
}
