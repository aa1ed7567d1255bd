import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export interface WriteOutcome {
  /** Without a response so far. */
  open: number;
  isUnknown: boolean;
  isCommitted: boolean;
}

const following = new AsyncLocalStorage<WriteOutcome>();

export function trackWriteOutcome<T>(writes: WriteOutcome, work: () => Promise<T>): Promise<T> {
  return following.run(writes, work);
}

/** For bookkeeping: these writes do not count. */
export function runUntracked<T>(work: () => T): T {
  return following.exit(work);
}

/** `add_job` inserts a job. */
const writing =
  /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b.*?\b(?:INSERT INTO|UPDATE "|DELETE FROM))\b|\bgraphile_worker\.add_job/is;

/** For example that of `prepared-statement-names.ts`. */
const leadingComments = /^(?:\s|\/\*.*?\*\/)+/s;

/** A function in the statement may still write. */
export const isReadStatement = (statement: string): boolean => {
  const text = statement.replace(leadingComments, '');
  return /^(?:SELECT|WITH)\b/i.test(text) && !writing.test(text);
};

export class WriteOutcomeTracker {
  #inTransaction = false;
  #wroteInTransaction = false;

  /** Records the outcome of a COMMIT, or of a write outside of a transaction. */
  follow<T>(statement: string, send: () => Promise<T>): Promise<T> {
    const writes = following.getStore();
    return writes && this.#decides(statement)
      ? recordOutcome(writes, send(), (answer) => answer)
      : send();
  }

  /** {@link follow} for a batch. */
  followAll<T>(statements: readonly string[], send: () => Promise<T[]>): Promise<T[]> {
    const writes = following.getStore();
    if (!writes) return send();
    const deciding = statements.map((statement) => this.#decides(statement)).lastIndexOf(true);
    return deciding < 0 ? send() : recordOutcome(writes, send(), (answers) => answers[deciding]);
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

async function recordOutcome<T>(
  writes: WriteOutcome,
  result: Promise<T>,
  decisive: (result: T) => unknown,
): Promise<T> {
  writes.open += 1;
  try {
    const answer = await result;
    const { command, rowCount } = decisive(answer) as Partial<pg.QueryResult>;
    // A failed transaction responds to COMMIT with ROLLBACK.
    if (command !== 'ROLLBACK' && rowCount !== 0) writes.isCommitted = true;
    return answer;
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
