import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** What became of the writes that a verb sent. */
export interface WriteOutcome {
  /** Those that were sent and not answered yet. */
  open: number;
  /** Whether one was sent to which no answer came. */
  isUnknown: boolean;
  isCommitted: boolean;
}

const following = new AsyncLocalStorage<WriteOutcome>();

/** Runs a verb and notes what becomes of its writes, which is complete also where it throws. */
export function trackWriteOutcome<T>(writes: WriteOutcome, work: () => Promise<T>): Promise<T> {
  return following.run(writes, work);
}

/** Runs `work`, some bookkeeping say, so that its writes do not count for the verb around it. */
export function runUntracked<T>(work: () => T): T {
  return following.exit(work);
}

/** Statements that change rows, whatever they begin with; a job is added by a function. */
const writing =
  /^\s*(?:INSERT|UPDATE|DELETE|MERGE|WITH\b.*?\b(?:INSERT INTO|UPDATE "|DELETE FROM))\b|\bgraphile_worker\.add_job/is;

/** What a statement may begin with, such as that it is to be planned anew (`prepared-statement-names.ts`). */
const leadingComments = /^(?:\s|\/\*.*?\*\/)+/s;

/** Whether a statement only reads rows, as far as its text says so: a function that it calls may write. */
export const isReadStatement = (statement: string): boolean => {
  const text = statement.replace(leadingComments, '');
  return /^(?:SELECT|WITH)\b/i.test(text) && !writing.test(text);
};

/** Follows what one connection is told to write, for the verb that uses it. */
export class WriteOutcomeTracker {
  #inTransaction = false;
  #wroteInTransaction = false;

  /** Sends a statement, and notes what became of it where it decides on a write: alone, or as the COMMIT of others. */
  follow<T>(statement: string, send: () => Promise<T>): Promise<T> {
    const writes = following.getStore();
    return writes && this.#decides(statement) ? noted(writes, send(), (answer) => answer) : send();
  }

  /** {@link follow} for statements that are sent together. */
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
    // A COMMIT of what failed before is answered with ROLLBACK.
    if (command !== 'ROLLBACK' && rowCount !== 0) writes.isCommitted = true;
    return answer;
  } catch (error) {
    if (!wroteNothing(error)) writes.isUnknown = true;
    throw error;
  } finally {
    writes.open -= 1;
  }
}

/** What the server says when it breaks off at once because another of its processes crashed, committed or not. */
const crashShutdown = '57P02';

/** Whether the server said that the statement failed, or it was not sent at all. */
function wroteNothing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.severity !== 'PANIC' && error.code !== crashShutdown;
  }
  return error instanceof Error && / and is not queryable$/.test(error.message);
}
