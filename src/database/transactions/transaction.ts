import type pg from 'pg';
import { isSqlError } from '../pool/connection-errors.ts';
import type { TransactionConnection } from '../pool/pooled-connection.ts';
import { beginQuery } from '../pool/pooled-connection.ts';
import type { PipelinedStatement } from '../statements/pipelined-statement.ts';
import type { SqlStatement } from '../statements/sql-statement.ts';
import type { PrismaModelsByConnection } from './prisma-models-by-connection.ts';
import type { GetStatementName, SendQuery } from './raw-queries.ts';
import { toPgQuery } from './raw-queries.ts';

const commit: pg.QueryConfig = { name: 'commit', text: 'COMMIT' };
const rollback: pg.QueryConfig = { name: 'rollback', text: 'ROLLBACK' };
const checkConstraints: pg.QueryConfig = {
  name: 'check constraints',
  text: 'SET CONSTRAINTS ALL IMMEDIATE',
};

class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';
  readonly code = 'P2028';

  constructor() {
    super('The transaction is over: it took too long, perhaps.');
  }
}

type ReceiveRows = (rows: readonly unknown[]) => void;

type Connection = pg.PoolClient & TransactionConnection;

interface Parts {
  models: PrismaModelsByConnection;
  nameOf: GetStatementName;
}

/** BEGIN is sent with the first statement. */
export class Transaction {
  readonly #connection: Connection;
  readonly #models: PrismaModelsByConnection;
  readonly #nameOf: GetStatementName;
  /** Prisma queries, each with several statements. */
  readonly #running = new Set<Promise<unknown>>();
  readonly #sentWithCommit: { query: pg.QueryConfig; receive: ReceiveRows | undefined }[] = [];
  #ended: Promise<void> | undefined;
  #queueError: { thrown: unknown; cause: unknown } | undefined;
  #isDryRun = false;

  constructor(connection: Connection, { models, nameOf }: Parts) {
    this.#connection = connection;
    this.#models = models;
    this.#nameOf = nameOf;
    connection.before = [beginQuery];
  }

  #requireOpen(): void {
    if (this.#ended !== undefined) throw new TransactionOverError();
  }

  /** The later COMMIT only checks constraints, then rolls back. */
  startDryRun(): void {
    this.#isDryRun = true;
  }

  /**
   * If the statement fails, the transaction fails with `error`.
   * @returns undefined, with nothing sent, after the first statement
   */
  sendWithBegin(
    statement: SqlStatement,
    error: Error,
  ): Readonly<Pick<PipelinedStatement, 'state'>> | undefined {
    if (this.#ended !== undefined || this.#connection.before[0] !== beginQuery) return undefined;
    const first: PipelinedStatement = {
      ...this.#queryFor(statement, false),
      state: 'waiting',
      error,
    };
    this.#connection.before = [...this.#connection.before, first];
    return first;
  }

  /** If the statement fails, nothing is written. `receive` gets the rows after COMMIT. */
  sendWithCommit(statement: SqlStatement, receive?: ReceiveRows): void {
    this.#requireOpen();
    const query = this.#queryFor(statement, receive !== undefined);
    this.#sentWithCommit.push({ query, receive });
  }

  /** Sent with the next statement or COMMIT. `errorOf` maps its database error. */
  queue(statement: SqlStatement, errorOf: (error: unknown) => unknown): void {
    this.#requireOpen();
    const queued: PipelinedStatement = {
      ...this.#queryFor(statement, false),
      state: 'waiting',
      error: (cause) => {
        this.#queueError = { thrown: errorOf(cause), cause };
        return this.#queueError.thrown;
      },
    };
    this.#connection.before = [...this.#connection.before, queued];
  }

  /** One round trip, with the queued statements. */
  async sendBatch(statements: readonly SqlStatement[]): Promise<unknown[][]> {
    this.#requireOpen();
    const { before } = this.#connection;
    const queries = statements.map((statement) => this.#queryFor(statement, true));
    const results = await this.#connection.queryBatch([...before, ...queries]);
    return results.slice(before.length).map(({ rows }) => rows);
  }

  /** Otherwise the queue would be sent before ROLLBACK TO SAVEPOINT. */
  discardQueue(): void {
    this.#connection.before = this.#connection.before.filter((query) => query === beginQuery);
    this.#queueError = undefined;
  }

  async flush(): Promise<void> {
    if (this.#connection.before.some((query) => query !== beginQuery)) await this.sendBatch([]);
  }

  #queryFor({ text, values }: SqlStatement, isRead: boolean): pg.QueryConfig {
    return toPgQuery(text, values, this.#nameOf, isRead);
  }

  /** After the end, a query would run outside of the transaction. */
  readonly send: SendQuery = async (query) => {
    this.#requireOpen();
    return this.#connection.query(query);
  };

  /** The end of the transaction waits for the Prisma query. */
  async runOnModel(model: string, method: string, parameters: unknown[]): Promise<unknown> {
    this.#requireOpen();
    const run = this.#models.of(this.#connection).then((db) => {
      const queries = Reflect.get(db, model) as Record<string, (...all: unknown[]) => unknown>;
      return queries[method]?.(...parameters);
    });
    this.#running.add(run);
    try {
      return await run;
    } catch (error) {
      // Prisma's error omits the error of the queued statement.
      throw this.#queueError ? this.#queueError.thrown : error;
    } finally {
      this.#running.delete(run);
    }
  }

  /** @throws TransactionOverError, for example after the timeout; errors of queued statements and COMMIT */
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
    let connectionError: Error | undefined;
    try {
      if (await (how === 'COMMIT' ? this.#commit() : this.#rollBack())) return;
    } catch (error) {
      const cause = error === this.#queueError?.thrown ? this.#queueError?.cause : error;
      if (!isSqlError(cause)) connectionError = cause as Error;
      throw error;
    } finally {
      this.#connection.release(connectionError);
    }
    throw new Error('Nothing was written: a statement of the transaction had failed before.');
  }

  async #rollBack(): Promise<boolean> {
    const isOpen = this.#connection.before[0] !== beginQuery;
    this.#connection.before = [];
    if (isOpen) await this.#sendRollback();
    return true;
  }

  /** After a cancelled ROLLBACK the transaction is open, so the pool must not reuse the connection. */
  async #sendRollback(): Promise<void> {
    try {
      await this.#connection.query('ROLLBACK');
    } catch (error) {
      this.#connection.abandon();
      throw error;
    }
  }

  /** False if the server rolled back, because a statement had failed. */
  async #commit(): Promise<boolean> {
    const connection = this.#connection;
    const { before } = connection;
    connection.before = [];
    // Nothing but BEGIN was queued.
    if (before[0] === beginQuery && before.length + this.#sentWithCommit.length === 1) return true;
    const first = this.#isDryRun ? [...before, checkConstraints] : before;
    const last = this.#isDryRun ? rollback : commit;
    const queries = [...first, ...this.#sentWithCommit.map(({ query }) => query), last];
    try {
      const results = await connection.queryBatch(queries);
      for (const [index, { receive }] of this.#sentWithCommit.entries())
        receive?.(results[first.length + index]?.rows ?? []);
      return results.at(-1)?.command === last.text;
    } catch (error) {
      // The transaction is still open if a statement before COMMIT failed.
      await this.#sendRollback().catch(() => undefined);
      throw error;
    }
  }
}
