import pg from 'pg';
import { trackStatementCost } from '../statements/admitted-requests.ts';
import type { PipelinedQueries } from '../statements/pipelined-statement.ts';
import { pipelinedStatementError, setStatementState } from '../statements/pipelined-statement.ts';
import { StatementBatch } from '../statements/statement-batch.ts';
import type { Cancellable } from '../statements/statement-deadline.ts';
import { sendWithDeadline } from '../statements/statement-deadline.ts';
import type { StatementObserver } from '../statements/statement-observer.ts';
import { observeStatements } from '../statements/statement-observer.ts';
import { statementRecording } from '../statements/statement-recorder.ts';
import { WriteOutcomeTracker } from '../statements/write-tracker.ts';
import { cancelStatement } from './cancel-statement.ts';
import { readOnly, stalePlan } from './connection-errors.ts';
import { type FailoverHosts, withCurrentHost } from './hosts.ts';
import { ResponseTimeout } from './response-timeout.ts';
import { SerialQueue } from './serial-queue.ts';

/** What pg does not declare. */
interface Undeclared {
  /** Whether it may be given to another caller. */
  _queryable: boolean;
  connection: { stream: { destroy(): void } };
  /** Of the server's process behind the connection. */
  processID: number;
  secretKey: number;
}

/** Closes a connection at once, without waiting for a server that may never answer. */
export function destroyConnection(client: pg.Client): void {
  const undeclared = client as unknown as Undeclared;
  undeclared._queryable = false;
  undeclared.connection.stream.destroy();
}

/** What connections of the pool, and the pool itself, are made from. */
export interface BoundedPoolConfig
  extends Omit<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'> {
  /** How long making a connection may take. */
  connectionTimeoutMs: number;
  /** How long a caller waits for a connection. */
  queueTimeoutMs: number;
  /** How long a server may say nothing while it is to answer a statement. */
  responseTimeoutMs: number;
  /** A statement that each transaction begins with: behind a pooler, where sessions keep no settings. */
  settings?: pg.QueryConfig | undefined;
  /** Told of all statements. */
  observer?: StatementObserver | undefined;
  /** Where the URL names several servers. */
  hosts?: FailoverHosts;
  /** How to connect to cancel what another connection does; a function, for it has the password. */
  cancelConfig: () => pg.ClientConfig;
}

/** A connection of the pool, for transactions. */
export interface TransactionConnection extends Pick<Cancellable, 'abandon'> {
  /** What is to be sent before the next statement, together with it: BEGIN, and what goes with it. */
  before: PipelinedQueries;
  /** Sends statements together: none is executed after the first that fails. */
  queryTogether(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
}

/** A connection of the pool that several have, each for one read. */
export interface SharedReadConnection {
  /** Sends a read together with those of the others; answers its own. */
  send(query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Cancels what is still being answered. */
  cancel(): Promise<void>;
  /** Whether what became of a read is its own fault, and not perhaps another's. */
  isOwnFault(error: unknown): boolean;
}

/**
 * A connection that counts statements, keeps to the deadline of the operation that uses it, and does not survive an
 * answer that never came.
 */
export class PooledClient extends pg.Client implements Cancellable, TransactionConnection {
  before: PipelinedQueries = [];
  /** What each transaction begins with, a statement's own included, where a pooler gives the connection for no longer. */
  readonly #settings: pg.QueryConfig | undefined;
  readonly #hosts: FailoverHosts | undefined;
  readonly #watch: StatementObserver | undefined;
  /** Whether a transaction is open, which has the settings since it began. */
  #isOpen = false;
  readonly #cancelConfig: BoundedPoolConfig['cancelConfig'];
  readonly #writes = new WriteOutcomeTracker();
  readonly #turns = new SerialQueue();
  readonly #silence: ResponseTimeout;

  constructor(given: BoundedPoolConfig) {
    // The pool hides the password from whoever lists its options.
    const {
      cancelConfig,
      connectionTimeoutMs: connectionTimeoutMillis,
      password,
      settings,
    } = given;
    super(withCurrentHost({ ...given, password, connectionTimeoutMillis }));
    this.#settings = settings;
    this.#hosts = given.hosts;
    this.#watch = given.observer;
    this.#silence = new ResponseTimeout(given.responseTimeoutMs, () => destroyConnection(this));
    const { host, port } = this;
    this.#cancelConfig = () => ({ ...cancelConfig(), host, port, connectionTimeoutMillis });
  }

  override query = ((...parameters: [unknown, unknown?, unknown?]) => {
    const statement = statementText(parameters[0]);
    const isPlain = typeof parameters.at(-1) !== 'function';
    const send = () => {
      if (isPlain && this.#settings) return this.#sendWithSettings(toQueryConfig(parameters));
      const query = pg.Client.prototype.query as (...all: unknown[]) => unknown;
      if (!isPlain) return query.apply(this, parameters);
      return this.#silence.follow(query.apply(this, parameters) as Promise<unknown>);
    };
    const inTurn = () => this.#turns.take(send as () => Promise<unknown>);
    if (isPlain && this.before.length > 0) return this.#beginWith(toQueryConfig(parameters));
    statementRecording.getStore()?.add(statement);
    if (!isPlain) return send();
    const followed = () => this.#writes.follow(statement, inTurn);
    return this.#watched([statement], sendWithDeadline(this, statement, followed));
  }) as pg.Client['query'];

  async #beginWith(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const results = await this.queryTogether([...this.before, query]);
    return results.at(-1) as pg.QueryResult;
  }

  async queryTogether(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const statements = queries.map(statementText);
    statementRecording.getStore()?.add(...statements);
    const followed = () => this.#writes.followAll(statements, () => this.#sendTogether(queries));
    const result = sendWithDeadline(this, statements[0] ?? '', followed);
    try {
      return await this.#watched(statements, result);
    } catch (error) {
      throw pipelinedStatementError(queries, error);
    }
  }

  /** Sends a read together with those of others who have this connection too. */
  readTogether(query: pg.QueryConfig, shared: SharedReadConnection): Promise<pg.QueryResult> {
    const { text } = query;
    statementRecording.getStore()?.add(text);
    const own: Cancellable = {
      cancel: () => shared.cancel(),
      abandon: () => this.abandon(),
    };
    const result = sendWithDeadline(own, text, () => shared.send(query));
    // One that is sent once more is told of then.
    const told = result.catch((error: unknown) => {
      if (shared.isOwnFault(error)) throw error;
      return new Promise<never>(() => undefined);
    });
    void this.#watched([text], told);
    return result;
  }

  /** Sends what only reads, for several who each count their own. */
  sendReads(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    return this.#turns.take(() => this.#sendBatch(queries));
  }

  #sendTogether(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    this.before = [];
    setStatementState(queries, 'sent');
    return this.#turns.take(() => this.#sendBatch(queries));
  }

  async #sendWithSettings(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    return (await this.#sendBatch([query])).at(-1);
  }

  /** Statements that are sent together are one transaction, so that settings of a transaction hold for them. */
  #withSettings(queries: readonly pg.QueryConfig[]): readonly pg.QueryConfig[] {
    const [first, ...others] = queries;
    if (this.#settings === undefined || first === undefined) return queries;
    const hasSettings = this.#isOpen;
    for (const { text } of queries) {
      if (/^\s*BEGIN\b/i.test(text)) this.#isOpen = true;
      else if (/^\s*(COMMIT|ROLLBACK)\s*$/i.test(text)) this.#isOpen = false;
    }
    if (hasSettings) return queries;
    // BEGIN has to be the first where it says more of the transaction.
    return /^\s*BEGIN\b/i.test(first.text)
      ? [first, this.#settings, ...others]
      : [this.#settings, ...queries];
  }

  #sendBatch(given: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const queries = this.#withSettings(given);
    const answer = new Promise<pg.QueryResult[]>((resolve, reject) => {
      const batch = new StatementBatch(queries, (error, answered = []) => {
        const results = answered.filter((_, at) => queries[at] !== this.#settings);
        if (!error) return resolve(results);
        // What waits for the connection would be executed outside of the transaction that did not begin.
        if (batch.at === 0 && queries[0] === beginQuery) destroyConnection(this);
        if (error instanceof pg.DatabaseError)
          setStatementState(queries.slice(batch.at, batch.at + 1), 'failed');
        reject(error);
      });
      (pg.Client.prototype.query as (batch: StatementBatch) => unknown).call(this, batch);
    });
    return this.#silence.follow(answer);
  }

  #watched<T>(statements: readonly string[], result: Promise<T>): Promise<T> {
    observeStatements(this.#watch, statements, result);
    void trackStatementCost(statements.length, result);
    result.catch((error: unknown) => {
      const message = error instanceof Error ? error.message : '';
      if (error instanceof pg.DatabaseError && error.code === readOnly) this.#hosts?.failed(this);
      if (message === stalePlan) destroyConnection(this);
    });
    return result;
  }

  cancel(): Promise<void> {
    const { processID, secretKey } = this as unknown as Undeclared;
    const backend = { processID, secretKey, isBehindPooler: this.#settings !== undefined };
    return cancelStatement(this.#cancelConfig(), backend);
  }

  abandon(): void {
    destroyConnection(this);
  }
}

export const beginQuery: pg.QueryConfig = { name: 'begin', text: 'BEGIN' };

/** A statement as pg takes it, of what its `query` is given. */
export const toQueryConfig = ([query, values]: readonly unknown[]): pg.QueryConfig =>
  typeof query === 'string'
    ? { text: query, ...(Array.isArray(values) && { values }) }
    : (query as pg.QueryConfig);

function statementText(query: unknown): string {
  if (typeof query === 'string') return query;
  const { text } = query as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
