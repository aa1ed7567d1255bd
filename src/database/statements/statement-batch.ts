import pg from 'pg';

/** Not declared by pg. */
interface PgQuery {
  readonly name?: string | undefined;
  readonly text: string;
  prepare(connection: PgConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: PgConnection): void;
  handleEmptyQuery(connection: PgConnection): void;
  handleReadyForQuery(connection: PgConnection): void;
}

interface PgConnection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(message: unknown): void;
  bind(message: unknown): void;
  describe(message: unknown): void;
  execute(message: unknown): void;
  close(message: unknown): void;
  sync(): void;
}

/**
 * After a Sync, the server continues despite an error. `Object.create(connection)` is slower: V8 discards
 * optimised code whenever a prototype changes.
 */
class WithoutSync implements PgConnection {
  readonly stream: PgConnection['stream'];
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  readonly #connection: PgConnection;

  constructor(connection: PgConnection) {
    this.stream = connection.stream;
    this.parsedStatements = connection.parsedStatements;
    this.submittedNamedStatements = connection.submittedNamedStatements;
    this.#connection = connection;
  }

  parse(message: unknown): void {
    this.#connection.parse(message);
  }

  bind(message: unknown): void {
    this.#connection.bind(message);
  }

  describe(message: unknown): void {
    this.#connection.describe(message);
  }

  execute(message: unknown): void {
    this.#connection.execute(message);
  }

  close(message: unknown): void {
    this.#connection.close(message);
  }

  sync(): void {}
}

type Answered = (error: Error | null, result: pg.QueryResult) => void;

type NewQuery = new (
  config: string | (pg.QueryConfig & { queryMode: 'extended' }),
  values: unknown[] | undefined,
  callback: Answered,
) => PgQuery & { name?: string | undefined; queryMode?: 'extended' };

const Query = pg.Query as unknown as NewQuery;

/** pg copies a config property by property, which dominates the cost, so a text is passed where possible. */
function queryFor(query: pg.QueryConfig, answered: Answered): PgQuery {
  if (query.types || 'rowMode' in query)
    return new Query({ ...query, queryMode: 'extended' }, undefined, answered);
  const made = new Query(query.text, query.values, answered);
  made.name = query.name;
  made.queryMode = 'extended';
  return made;
}

type Done = (error: Error | null, results?: pg.QueryResult[]) => void;

/** One round trip. After an error the server skips the rest, also a COMMIT. */
export class StatementBatch {
  callback: Done;
  /** Index of the first statement without a result. */
  at = 0;
  readonly #queries: PgQuery[];
  readonly #results: pg.QueryResult[] = [];
  #fault: Error | null = null;

  constructor(queries: readonly pg.QueryConfig[], done: Done) {
    this.callback = done;
    this.#queries = queries.map((query, index) =>
      queryFor(query, (error, result) => {
        this.#fault ??= error;
        this.#results[index] = result;
      }),
    );
  }

  /** pg records parsed statements by these properties. */
  get name(): string | undefined {
    return this.#queries[this.at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.at]?.text;
  }

  submit(connection: PgConnection): null {
    const withoutSync = new WithoutSync(connection);
    connection.stream.cork();
    try {
      for (const query of this.#queries) {
        query.prepare(withoutSync);
        // The parameter is invalid: the server must not run later statements.
        if (this.#fault) break;
      }
    } finally {
      connection.sync();
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: PgConnection): void {
    this.#queries[this.at]?.handleCommandComplete(message, connection);
    this.at += 1;
  }

  handleEmptyQuery(connection: PgConnection): void {
    this.#queries[this.at]?.handleEmptyQuery(connection);
    this.at += 1;
  }

  handleError(error: Error, connection: PgConnection): void {
    // The server has not prepared skipped statements.
    for (const { name } of this.#queries.slice(this.at)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.callback(this.#fault ?? error);
  }

  handleReadyForQuery(connection: PgConnection): void {
    if (!this.#fault) for (const query of this.#queries) query.handleReadyForQuery(connection);
    if (this.#fault) this.handleError(this.#fault, connection);
    else this.callback(null, this.#results);
  }
}
