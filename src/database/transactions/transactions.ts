import type pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import type { TransactionConnection } from '../pool/pooled-connection.ts';
import { beginQuery, isSqlError } from '../pool/pooled-connection.ts';
import type { PipelinedStatement } from '../statements/pipelined-statement.ts';
import type { PrismaModelsByConnection } from './prisma-models-by-connection.ts';
import type { RawQueries, SendQuery, StatementNames } from './raw-queries.ts';
import { toPgQuery } from './raw-queries.ts';

const commit: pg.QueryConfig = { name: 'commit', text: 'COMMIT' };

/** A statement came after its transaction was committed or rolled back; it was not sent. */
class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';
  /** Prisma's own for the same. */
  readonly code = 'P2028';

  constructor() {
    super('The transaction is over: it took too long, perhaps.');
  }
}

/** Is told the rows that a statement answered, once they are committed. */
type Told = (rows: readonly unknown[]) => void;

type Connection = pg.PoolClient & TransactionConnection;

/** One transaction on one connection, which is given back when it ends. BEGIN is sent with its first statement. */
class Transaction {
  readonly #connection: Connection;
  readonly #models: PrismaModelsByConnection;
  /** Queries of models that are under way: each may send several statements. */
  readonly #running = new Set<Promise<unknown>>();
  /** Statements that are sent with COMMIT, and who is told what they answer. */
  readonly #last: { query: pg.QueryConfig; told: Told | undefined }[] = [];
  #ended: Promise<void> | undefined;
  /** What is thrown because a queued statement failed, and the error of the database. */
  #queueError: { thrown: unknown; cause: unknown } | undefined;

  private constructor(connection: Connection, models: PrismaModelsByConnection) {
    this.#connection = connection;
    this.#models = models;
    connection.before = [beginQuery];
  }

  static async begin(pool: pg.Pool, models: PrismaModelsByConnection): Promise<Transaction> {
    return new Transaction((await pool.connect()) as Connection, models);
  }

  /** Sends a statement with BEGIN, and before the first; undefined where that was sent already. */
  sendFirst(query: pg.QueryConfig, fault: Error): PipelinedStatement | undefined {
    if (this.#ended !== undefined || this.#connection.before[0] !== beginQuery) return undefined;
    const first: PipelinedStatement = { ...query, state: 'waiting', fault };
    this.#connection.before = [...this.#connection.before, first];
    return first;
  }

  /** Sends a statement with COMMIT, and before it. */
  sendLast(query: pg.QueryConfig, told?: Told): void {
    if (this.#ended !== undefined) throw new TransactionOverError();
    this.#last.push({ query, told });
  }

  /** Sends a statement with the next one that is sent, and before it. `fault` makes an error of the database's. */
  queue(query: pg.QueryConfig, fault: (error: unknown) => unknown): void {
    if (this.#ended !== undefined) throw new TransactionOverError();
    const queued: PipelinedStatement = {
      ...{ ...query, state: 'waiting' },
      fault: (error) => {
        this.#queueError = { thrown: fault(error), cause: error };
        return this.#queueError.thrown;
      },
    };
    this.#connection.before = [...this.#connection.before, queued];
  }

  /** Sends statements together, after those that are queued. */
  async sendBatch(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    if (this.#ended !== undefined) throw new TransactionOverError();
    const { before } = this.#connection;
    const results = await this.#connection.queryTogether([...before, ...queries]);
    return results.slice(before.length);
  }

  /** Forgets the statements that are queued. */
  discardQueue(): void {
    this.#connection.before = this.#connection.before.filter((query) => query === beginQuery);
    this.#queueError = undefined;
  }

  /** Sends what is queued. */
  async flush(): Promise<void> {
    if (this.#connection.before.some((query) => query !== beginQuery)) await this.sendBatch([]);
  }

  /** Sends a statement as long as the transaction is open: afterwards it would be written for good, or in another's. */
  readonly send: SendQuery = async (query) => {
    if (this.#ended !== undefined) throw new TransactionOverError();
    return this.#connection.query(query);
  };

  /** Runs a query of a model; the transaction does not end before all of its statements are sent and answered. */
  async runOnModel(model: string, method: string, parameters: unknown[]): Promise<unknown> {
    if (this.#ended !== undefined) throw new TransactionOverError();
    const run = this.#models.of(this.#connection).then((db) => {
      const queries = Reflect.get(db, model) as Record<string, (...all: unknown[]) => unknown>;
      return queries[method]?.(...parameters);
    });
    this.#running.add(run);
    try {
      return await run;
    } catch (error) {
      // Prisma's own error does not have that of the statement that was sent before.
      throw this.#queueError ? this.#queueError.thrown : error;
    } finally {
      this.#running.delete(run);
    }
  }

  /**
   * Ends it, once: it cannot be committed when it took too long.
   * @throws TransactionOverError; whatever the database says of COMMIT
   */
  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#ended !== undefined) {
      await this.#ended;
      throw new TransactionOverError();
    }
    this.#ended = this.#end(how);
    await this.#ended;
  }

  async #end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await Promise.allSettled(this.#running);
    let fault: Error | undefined;
    try {
      if ((await this.#sendEnd(how)) === how) return;
    } catch (error) {
      const cause = error === this.#queueError?.thrown ? this.#queueError?.cause : error;
      if (!isSqlError(cause)) fault = cause as Error;
      throw error;
    } finally {
      this.#connection.release(fault);
    }
    throw new Error('Nothing was written: a statement of the transaction had failed before.');
  }

  /** What the server did, in its words. */
  async #sendEnd(how: 'COMMIT' | 'ROLLBACK'): Promise<string> {
    const connection = this.#connection;
    const last = how === 'COMMIT' ? this.#last : [];
    const first = connection.before;
    connection.before = [];
    const isOpen = first[0] !== beginQuery;
    // BEGIN alone is not worth a round trip, and there is nothing to take back.
    if (!isOpen && (how === 'ROLLBACK' || first.length + last.length === 1)) return how;
    if (how === 'ROLLBACK' || first.length + last.length === 0)
      return (await connection.query(how)).command;
    try {
      const queries = [...first, ...last.map(({ query }) => query), commit];
      const results = await connection.queryTogether(queries);
      for (const [index, { told }] of last.entries()) {
        told?.(results[first.length + index]?.rows ?? []);
      }
      return results.at(-1)?.command ?? '';
    } catch (error) {
      // One before COMMIT failed, perhaps: then the transaction is open still.
      await connection.query('ROLLBACK').catch(() => connection.abandon());
      throw error;
    }
  }
}

/** A statement and its values. */
type Statement = Pick<Prisma.Sql, 'text' | 'values'>;

interface SentWith {
  begin(statement: Statement, fault: Error): PipelinedStatement | undefined;
  commit(statement: Statement, told?: Told): void;
  queue(statement: Statement, fault: (error: unknown) => unknown): void;
  together(statements: readonly Statement[]): Promise<unknown[][]>;
  flush(): Promise<void>;
  discardQueue(): void;
}

const transactions = new WeakMap<object, SentWith>();

/**
 * Sends a statement at the start of a transaction, together with BEGIN and the first statement of its work, which is not executed
 * where this one fails: then the work is told the fault given. What it answers is not told.
 * @param db of the transaction, as it was opened
 * @returns what becomes of it; undefined, with nothing sent, where the first statement was sent already
 */
export function sendWithBegin(
  db: Prisma.TransactionClient,
  statement: Statement,
  fault: Error,
): Readonly<Pick<PipelinedStatement, 'state'>> | undefined {
  return transactions.get(db)?.begin(statement, fault);
}

/**
 * Sends a statement at the end of a transaction, together with COMMIT: where it fails, nothing is written, and the
 * transaction's error is its own.
 * @param db of the transaction, as it was opened
 * @param told is given the rows that it answers, after COMMIT and before the transaction's own result
 */
export function sendWithCommit(
  db: Prisma.TransactionClient,
  statement: Statement,
  told?: Told,
): void {
  openTransactionOf(db).commit(statement, told);
}

function openTransactionOf(db: Prisma.TransactionClient): SentWith {
  const transaction = transactions.get(db);
  if (transaction) return transaction;
  throw new TypeError('No transaction is open.');
}

/**
 * Queues a statement of a transaction. It is sent with the next one, or with COMMIT, in one round trip.
 * @param db of the transaction, as it was opened
 * @param errorOf makes what is thrown of the error of the database
 */
export function queueStatement(
  db: Prisma.TransactionClient,
  statement: Statement,
  errorOf: (error: unknown) => unknown,
): void {
  openTransactionOf(db).queue(statement, errorOf);
}

/** Sends statements of a transaction in one round trip, after those that are queued, and returns the rows of each. */
export function sendBatch(
  db: Prisma.TransactionClient,
  statements: readonly Statement[],
): Promise<unknown[][]> {
  return openTransactionOf(db).together(statements);
}

/** Forgets the statements of a transaction that are queued: before a ROLLBACK TO SAVEPOINT, which they would keep from being executed. */
export function discardQueue(db: Prisma.TransactionClient): void {
  openTransactionOf(db).discardQueue();
}

/** Sends the statements of a transaction that are queued. */
export function flushQueue(db: Prisma.TransactionClient): Promise<void> {
  return openTransactionOf(db).flush();
}

const modelNames: ReadonlySet<string> = new Set(
  Object.values(Prisma.ModelName).map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`),
);

/** What the work of a transaction sends its statements by. */
function clientOf(transaction: Transaction, own: RawQueries): Prisma.TransactionClient {
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get: (_, method) =>
          typeof method === 'string' &&
          ((...parameters: unknown[]) => transaction.runOnModel(model, method, parameters)),
      },
    );
  return new Proxy(own, {
    get: (target, name) =>
      typeof name === 'string' && modelNames.has(name)
        ? modelOf(name)
        : (Reflect.get(target, name) as unknown),
  }) as unknown as Prisma.TransactionClient;
}

export type TransactionWork<T> = (db: Prisma.TransactionClient) => Promise<T>;

interface Parts {
  pool: pg.Pool;
  models: PrismaModelsByConnection;
  rawQueries: (send: SendQuery) => RawQueries;
  nameOf: StatementNames;
  /** How long a transaction may take, in milliseconds, unless its options say otherwise. */
  longestMillis: number;
}

/**
 * Runs work in one transaction: its raw queries and its queries of models are sent on one connection, between a BEGIN
 * and a COMMIT, or a ROLLBACK where the work throws. One that takes too long is rolled back while its work goes on, whose
 * statements are not sent any more.
 * @throws whatever the work throws; P2028 where it took too long
 */
export async function runInTransaction<T>(
  { pool, models, rawQueries, nameOf, longestMillis }: Parts,
  work: TransactionWork<T>,
  { timeout = longestMillis }: { timeout?: number } = {},
): Promise<T> {
  const transaction = await Transaction.begin(pool, models);
  const timer = setTimeout(() => {
    // What became of it, whoever ends it is told.
    transaction.end('ROLLBACK').catch(() => undefined);
  }, timeout);
  try {
    const db = clientOf(transaction, rawQueries(transaction.send));
    const query = ({ text, values }: Statement, isRead: boolean) =>
      toPgQuery(text, values, nameOf, isRead);
    transactions.set(db, {
      begin: (statement, fault) => transaction.sendFirst(query(statement, false), fault),
      commit: (statement, told) => transaction.sendLast(query(statement, Boolean(told)), told),
      queue: (statement, fault) => transaction.queue(query(statement, false), fault),
      together: async (statements) => {
        const queries = statements.map((statement) => query(statement, true));
        return (await transaction.sendBatch(queries)).map(({ rows }) => rows);
      },
      flush: () => transaction.flush(),
      discardQueue: () => transaction.discardQueue(),
    });
    const result = await work(db);
    await transaction.end('COMMIT');
    return result;
  } catch (error) {
    await transaction.end('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
