import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

/**
 * Runs Prisma's model queries on an existing connection. Opening an interactive transaction of Prisma costs more
 * than most writes. Therefore each connection keeps one open, without BEGIN and COMMIT.
 */

interface Joining {
  connection: pg.PoolClient;
  onEnd(): void;
}

const joining = new AsyncLocalStorage<Joining>();

/** The Prisma transaction must not hold the async context of the first request. */
const outsideOfRequests = new AsyncResource('ConnectionModels');

/** Node's maximum, about 24 days. */
const maxTimerMs = 2_147_483_647;

class PoolOfOne extends pg.Pool {
  readonly #connection: pg.PoolClient;

  constructor(connection: pg.PoolClient) {
    super({ max: 1 });
    this.#connection = connection;
  }

  override query = ((...parameters: [never]) =>
    this.#connection.query(...parameters)) as pg.Pool['query'];
}

type AdapterOptions = ConstructorParameters<typeof PrismaPg>[1];
type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Can start a transaction on an existing connection. */
export class ExistingConnectionAdapter extends PrismaPg {
  readonly #options: AdapterOptions;

  constructor(pool: pg.Pool, options: AdapterOptions) {
    super(pool, options);
    this.#options = options;
  }

  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const send = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = (query) => send(withoutCasts(query));
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const joined = joining.getStore();
      return joined ? transactionOn(joined, this.#options) : start(isolationLevel);
    };
    return adapter;
  }
}

/** Prisma casts enums to text, which pg does anyway. Citus rejects the cast as not immutable. */
function withoutCasts<Q extends { sql: string }>(query: Q): Q {
  const at = /^(INSERT|UPDATE|DELETE) /.test(query.sql) ? query.sql.lastIndexOf(' RETURNING ') : -1;
  if (at < 0) return query;
  const returning = query.sql.slice(at).replaceAll('::text', '');
  return { ...query, sql: query.sql.slice(0, at) + returning };
}

async function transactionOn(
  { connection, onEnd }: Joining,
  options: AdapterOptions,
): ReturnType<Adapter['startTransaction']> {
  const adapter = await new PrismaPg(new PoolOfOne(connection), options).connect();
  const end = async () => onEnd();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    // Prisma then sends no COMMIT and no ROLLBACK.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(withoutCasts(query)),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: end,
    rollback: end,
  };
}

export class PrismaModelsByConnection {
  readonly #prisma: PrismaClient;
  readonly #transactions = new WeakMap<pg.PoolClient, Promise<Prisma.TransactionClient>>();

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** The caller must hold the connection. */
  of(connection: pg.PoolClient): Promise<Prisma.TransactionClient> {
    const transaction = this.#transactions.get(connection) ?? this.#open(connection);
    this.#transactions.set(connection, transaction);
    return transaction;
  }

  #open(connection: pg.PoolClient): Promise<Prisma.TransactionClient> {
    const forget = () => this.#transactions.delete(connection);
    const lost = new Promise<void>((resolve) => connection.once('end', () => resolve()));
    return outsideOfRequests.runInAsyncScope(
      () =>
        new Promise((resolve, reject) => {
          const keepOpen = async (db: Prisma.TransactionClient) => {
            resolve(db);
            await lost;
          };
          joining
            .run({ connection, onEnd: forget }, () =>
              this.#prisma.$transaction(keepOpen, { timeout: maxTimerMs }),
            )
            .finally(forget)
            .catch(reject);
        }),
    );
  }
}
