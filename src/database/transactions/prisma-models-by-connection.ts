import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';

/**
 * Prisma's queries of models, sent on one connection. Prisma does so in what it calls an interactive transaction, which
 * costs more to open than most writes cost. It is opened once for each connection, therefore, and sends neither
 * BEGIN nor COMMIT: which transaction is open on the connection is not its concern.
 */

interface Joining {
  connection: pg.PoolClient;
  /** Prisma gave it up: it was closed, or is as old as a timer can be. */
  onEnd(): void;
}

const joining = new AsyncLocalStorage<Joining>();

/** What lasts as long as a connection must not keep what belongs to the request that happened to open it. */
const outsideOfRequests = new AsyncResource('ConnectionModels');

/** The longest time that a timer can have: a little over 24 days. */
const longestMillis = 2_147_483_647;

/** A connection in the shape of a pool, as Prisma's adapter asks for one. */
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

/** Prisma's adapter, whose transactions are on a connection that is there already where one is named. */
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
 * Prisma casts the enums that a write answers to text, as which they are sent in any case. A distributed database refuses
 * the cast there, since what it means is not the same for ever.
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
    // Prisma sends no COMMIT and no ROLLBACK.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(withoutCasts(query)),
    executeRaw: (query) => adapter.executeRaw(query),
    commit: end,
    rollback: end,
  };
}

/** The models of each connection, made when they are first asked for. */
export class PrismaModelsByConnection {
  readonly #prisma: PrismaClient;
  readonly #made = new WeakMap<pg.PoolClient, Promise<Prisma.TransactionClient>>();

  /** @param prisma made with a {@link ExistingConnectionAdapter} */
  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** Prisma's queries, sent on the connection. Whoever uses them sees to it that the connection is theirs meanwhile. */
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
