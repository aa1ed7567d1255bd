import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** The outcome of the writes of a command. */
export interface WriteOutcome {
  /** The number of writes without a response. */
  open: number;
  /** Whether the outcome of a write is unknown. */
  isUnknown: boolean;
  isCommitted: boolean;
}

const following = new AsyncLocalStorage<WriteOutcome>();

/** The outcome is complete also if `work` throws. */
export function trackWriteOutcome<T>(writes: WriteOutcome, work: () => Promise<T>): Promise<T> {
  return following.run(writes, work);
}

/** Runs `work`, for example bookkeeping. Its writes do not count for the surrounding command. */
export function runUntracked<T>(work: () => T): T {
  return following.exit(work);
}

/** Statements that change rows. The function `add_job` inserts a job. */
const writing =
  /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b.*?\b(?:INSERT INTO|UPDATE "|DELETE FROM))\b|\bgraphile_worker\.add_job/is;

/** For example the marker of `prepared-statement-names.ts`. */
const leadingComments = /^(?:\s|\/\*.*?\*\/)+/s;

/** Judges by the text only: a function that the statement calls may write. */
export const isReadStatement = (statement: string): boolean => {
  const text = statement.replace(leadingComments, '');
  return /^(?:SELECT|WITH)\b/i.test(text) && !writing.test(text);
};

export class WriteOutcomeTracker {
  #inTransaction = false;
  #wroteInTransaction = false;

  /** Sends a statement. Records the outcome of a COMMIT, or of a write outside of a transaction. */
  follow<T>(statement: string, send: () => Promise<T>): Promise<T> {
    const writes = following.getStore();
    return writes && this.#decides(statement) ? noted(writes, send(), (answer) => answer) : send();
  }

  /** {@link follow} for a batch. */
  followAll<T>(statements: readonly string[], send: () => Promise<T[]>): Promise<T[]> {
    const writes = following.getStore();
    if (!writes) return send();
    const deciding = statements.map((statement) => this.#decides(statement)).lastIndexOf(true);
    return deciding < 0 ? send() : noted(writes, send(), (answers) => answers[deciding]);
  }

  #decides(statement: string): boolean {
    if (/^\s*BEGIN\b/i.test(statement)) {
      this.#inTransaction = true;
      this.#wroteInTransaction = false;
      return false;
    }
    if (/^\s*(COMMIT|ROLLBACK)\b(?!\s+TO\b)/i.test(statement)) {
      this.#inTransaction = false;
      return this.#wroteInTransaction && /^\s*COMMIT/i.test(statement);
    }
    const writes = writing.test(statement);
    if (this.#inTransaction) this.#wroteInTransaction ||= writes;
    return writes && !this.#inTransaction;
  }
}

async function noted<T>(
  writes: WriteOutcome,
  result: Promise<T>,
  decisive: (result: T) => unknown,
): Promise<T> {
  writes.open += 1;
  try {
    const answer = await result;
    const { command, rowCount } = decisive(answer) as Partial<pg.QueryResult>;
    // The server responds to COMMIT with ROLLBACK if a statement has failed.
    if (command !== 'ROLLBACK' && rowCount !== 0) writes.isCommitted = true;
    return answer;
  } catch (error) {
    if (!wroteNothing(error)) writes.isUnknown = true;
    throw error;
  } finally {
    writes.open -= 1;
  }
}

/** The server's code for aborting all connections after a crash. The write may be committed. */
const crashShutdown = '57P02';

/** Whether the statement failed on the server or was not sent. */
function wroteNothing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity !== 'PANIC' && error.code !== crashShutdown;
  }
  return error instanceof Error && / and is not queryable$/.test(error.message);
}
