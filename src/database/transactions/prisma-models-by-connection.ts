import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

/**
 * Runs Prisma's model queries on an existing connection. Prisma needs an interactive transaction for that, which
 * costs more than most writes. Therefore each connection has one permanent Prisma transaction, which sends no
 * BEGIN and no COMMIT.
 */

interface Joining {
  connection: pg.PoolClient;
  /** Called when Prisma ends the transaction: the connection closed, or the timer ran out. */
  onEnd(): void;
}

const joining = new AsyncLocalStorage<Joining>();

/** The permanent transaction must not hold the async context of the request that opened it. */
const outsideOfRequests = new AsyncResource('ConnectionModels');

/** The maximum of a timer: about 24 days. */
const longestMillis = 2_147_483_647;

/** The adapter of Prisma requires a pool. */
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

/** An adapter of Prisma that can start its transaction on an existing connection. */
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

/**
 * Removes Prisma's enum casts from RETURNING. pg sends enums as text anyway, and Citus rejects the cast because
 * it is not immutable.
 */
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
    // With this option Prisma sends no COMMIT and no ROLLBACK.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(withoutCasts(query)),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: end,
    rollback: end,
  };
}

/** Opens Prisma's model queries for a connection on first use. */
export class PrismaModelsByConnection {
  readonly #prisma: PrismaClient;
  readonly #made = new WeakMap<pg.PoolClient, Promise<Prisma.TransactionClient>>();

  /** @param prisma has an {@link ExistingConnectionAdapter} */
  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** The caller must hold the connection while it uses the result. */
  of(connection: pg.PoolClient): Promise<Prisma.TransactionClient> {
    const made = this.#made.get(connection) ?? this.#make(connection);
    this.#made.set(connection, made);
    return made;
  }

  #make(connection: pg.PoolClient): Promise<Prisma.TransactionClient> {
    const forget = () => this.#made.delete(connection);
    const lost = new Promise<void>((resolve) => connection.once('end', () => resolve()));
    return outsideOfRequests.runInAsyncScope(
      () =>
        new Promise((resolve, reject) => {
          const lasting = async (db: Prisma.TransactionClient) => {
            resolve(db);
            await lost;
          };
          joining
            .run({ connection, onEnd: forget }, () =>
              this.#prisma.$transaction(lasting, { timeout: longestMillis }),
            )
            .finally(forget)
            .catch(reject);
        }),
    );
  }
}
