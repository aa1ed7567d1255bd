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

/** Not declared by pg. */
interface Undeclared {
  /** If false, the pool closes the connection on release. */
  _queryable: boolean;
  connection: { stream: { destroy(): void } };
  processID: number;
  secretKey: number;
}

export function destroyConnection(client: pg.Client): void {
  const undeclared = client as unknown as Undeclared;
  undeclared._queryable = false;
  undeclared.connection.stream.destroy();
}

export interface BoundedPoolConfig
  extends Omit<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'> {
  connectionTimeoutMs: number;
  queueTimeoutMs: number;
  /** Maximum time without a response while a statement runs. */
  responseTimeoutMs: number;
  /** Sent with each transaction: a pooler keeps no session settings. */
  settings?: pg.QueryConfig | undefined;
  observer?: StatementObserver | undefined;
  hosts?: FailoverHosts;
  /** A function, because the settings contain the password. */
  cancelConfig: () => pg.ClientConfig;
}

export interface TransactionConnection extends Pick<Cancellable, 'abandon'> {
  /** Sent with the next statement, for example BEGIN. */
  before: PipelinedQueries;
  /** One round trip. After an error the server skips the rest. */
  queryBatch(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]>;
}

/** Records statements, applies deadlines, and closes if the server stops responding. */
export class PooledClient extends pg.Client implements Cancellable, TransactionConnection {
  before: PipelinedQueries = [];
  readonly #settings: pg.QueryConfig | undefined;
  readonly #hosts: FailoverHosts | undefined;
  readonly #watch: StatementObserver | undefined;
  #isOpen = false;
  readonly #cancelConfig: BoundedPoolConfig['cancelConfig'];
  readonly #writes = new WriteOutcomeTracker();
  readonly #queue = new SerialQueue();
  readonly #responseTimeout: ResponseTimeout;

  constructor(given: BoundedPoolConfig) {
    // The pool makes the password non-enumerable, so a spread omits it.
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
    this.#responseTimeout = new ResponseTimeout(given.responseTimeoutMs, () =>
      destroyConnection(this),
    );
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
      return this.#responseTimeout.follow(query.apply(this, parameters) as Promise<unknown>);
    };
    const enqueue = () => this.#queue.take(send as () => Promise<unknown>);
    if (isPlain && this.before.length > 0) return this.#beginWith(toQueryConfig(parameters));
    statementRecording.getStore()?.add(statement);
    if (!isPlain) return send();
    const trackWrite = () => this.#writes.follow(statement, enqueue);
    return this.#watched([statement], sendWithDeadline(this, statement, trackWrite));
  }) as pg.Client['query'];

  async #beginWith(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const results = await this.queryBatch([...this.before, query]);
    return results.at(-1) as pg.QueryResult;
  }

  async queryBatch(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const statements = queries.map(statementText);
    statementRecording.getStore()?.add(...statements);
    const trackWrite = () => this.#writes.followAll(statements, () => this.#sendTogether(queries));
    const result = sendWithDeadline(this, statements[0] ?? '', trackWrite);
    try {
      return await this.#watched(statements, result);
    } catch (error) {
      throw pipelinedStatementError(queries, error);
    }
  }

  #sendTogether(queries: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    this.before = [];
    setStatementState(queries, 'sent');
    return this.#queue.take(() => this.#sendBatch(queries));
  }

  async #sendWithSettings(query: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    return (await this.#sendBatch([query])).at(-1);
  }

  #withSettings(queries: readonly pg.QueryConfig[]): readonly pg.QueryConfig[] {
    const [first, ...others] = queries;
    if (this.#settings === undefined || first === undefined) return queries;
    const hasSettings = this.#isOpen;
    for (const { text } of queries) {
      if (/^\s*BEGIN\b/i.test(text)) this.#isOpen = true;
      else if (/^\s*(COMMIT|ROLLBACK)\s*$/i.test(text)) this.#isOpen = false;
    }
    if (hasSettings) return queries;
    // BEGIN with options must precede the settings.
    return /^\s*BEGIN\b/i.test(first.text)
      ? [first, this.#settings, ...others]
      : [this.#settings, ...queries];
  }

  #sendBatch(given: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    const queries = this.#withSettings(given);
    const response = new Promise<pg.QueryResult[]>((resolve, reject) => {
      const batch = new StatementBatch(queries, (error, completed = []) => {
        const results = completed.filter((_, at) => queries[at] !== this.#settings);
        if (!error) return resolve(results);
        // If BEGIN fails, queued statements would run outside of the transaction.
        if (batch.at === 0 && queries[0] === beginQuery) destroyConnection(this);
        if (error instanceof pg.DatabaseError)
          setStatementState(queries.slice(batch.at, batch.at + 1), 'failed');
        reject(error);
      });
      (pg.Client.prototype.query as (batch: StatementBatch) => unknown).call(this, batch);
    });
    return this.#responseTimeout.follow(response);
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

export const toQueryConfig = ([query, values]: readonly unknown[]): pg.QueryConfig =>
  typeof query === 'string'
    ? { text: query, ...(Array.isArray(values) && { values }) }
    : (query as pg.QueryConfig);

function statementText(query: unknown): string {
  if (typeof query === 'string') return query;
  const { text } = query as { text?: unknown };
  return typeof text === 'string' ? text : '';
}
