import type { ClientConfig } from 'pg';
import pg from 'pg';
import type { ReplicaSettings } from '../../config/database-settings.ts';
import { defaultPoolSize } from '../../config/database-settings.ts';
import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Listener, ListenOptions } from '../notifications/listener.ts';
import { openListener } from '../notifications/listener.ts';
import {
  configWithoutSessionOptions,
  connectionConfig,
  withoutSessionRole,
} from '../pool/connection-config.ts';
import { BoundedPool } from '../pool/connection-pool.ts';
import type { BoundedPoolConfig } from '../pool/pooled-connection.ts';
import { Replica } from '../replicas/replica.ts';
import { Replicas } from '../replicas/replicas.ts';
import { markAsCitusClient, rewritePoolForCitus } from '../statements/citus-statements.ts';
import { createStatementNames } from '../statements/prepared-statement-names.ts';
import type { StatementObserver } from '../statements/statement-observer.ts';
import { withDirectQueries } from '../transactions/direct-queries.ts';
import { ExistingConnectionAdapter } from '../transactions/prisma-models-by-connection.ts';

/** In milliseconds. */
export interface TimeLimits {
  statement: number;
  lock: number;
  transaction: number;
  /** Releases the locks of idle transactions. */
  idleInTransaction: number;
  connection: number;
  waiting: number;
}

const defaultLimits: TimeLimits = {
  statement: 8_000,
  lock: 6_000,
  transaction: 20_000,
  idleInTransaction: 15_000,
  connection: 5_000,
  waiting: 20_000,
};

/** The client aborts a statement this much after the server's timeout. */
const responseGraceMs = 2_000;

/** Prepared statements live as long as their connection. */
const idleTimeoutMs = 10 * 60_000;

const closeTimeoutMs = 3_000;

/** Short, because the primary can serve the read instead. */
const replicaConnectionTimeoutMs = 1_000;

const maxWaitingPerConnection = 20;
const minMaxWaiting = 200;

export interface DatabaseOptions {
  url: string;
  /** For session statements. Default: `url`. */
  directUrl?: string;
  isPooled?: boolean;
  /** Uses Citus (`database/migrations/citus-distribution.ts`). */
  isDistributed?: boolean;
  role?: string | undefined;
  poolSize?: number;
  /** Length of the queue for connections. Further requests fail unless they were admitted. */
  maxWaiting?: number;
  limits?: Partial<TimeLimits>;
  replicas?: ReplicaSettings | undefined;
  observer?: StatementObserver | undefined;
  log?: (message: string, error?: Error) => void;
}

export interface Database {
  url: string;
  role: string | undefined;
  prisma: PrismaClient;
  pool: pg.Pool;
  replicas: Replicas | undefined;
  /** Uses a separate connection. */
  listener(options: Omit<ListenOptions, 'config'>): Listener;
  close(): Promise<void>;
}

const sessionLimits = ({ statement, lock, idleInTransaction }: TimeLimits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** A pooler preserves no session settings. */
function settingsStatement(limits: TimeLimits, role: string | undefined): pg.QueryConfig {
  const settings = {
    ...sessionLimits(limits),
    TimeZone: 'UTC',
    ...(role !== undefined && { role }),
  };
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(String(value))}, true)`,
  );
  return { name: 'actiongraph_settings', text: `SELECT ${calls.join(', ')}` };
}

type CreatePool = (config: ClientConfig, overrides?: Partial<BoundedPoolConfig>) => BoundedPool;

function poolFactory(
  { role, observer, poolSize = defaultPoolSize, maxWaiting }: DatabaseOptions,
  limits: TimeLimits,
): CreatePool {
  const maxQueueLength = maxWaiting ?? Math.max(minMaxWaiting, poolSize * maxWaitingPerConnection);
  return (config, overrides = sessionLimits(limits)) =>
    new BoundedPool(
      {
        ...config,
        cancelConfig: () => withoutSessionRole(config, role),
        application_name: 'actiongraph',
        max: poolSize,
        connectionTimeoutMs: limits.connection,
        queueTimeoutMs: limits.waiting,
        idleTimeoutMillis: idleTimeoutMs,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        responseTimeoutMs: limits.statement + responseGraceMs,
        observer,
        ...overrides,
      },
      maxQueueLength,
    );
}

function createPrismaClient(pool: BoundedPool, limits: TimeLimits): PrismaClient {
  const statementName = createStatementNames();
  const adapter = new ExistingConnectionAdapter(pool, { statementNameGenerator: statementName });
  const client = new PrismaClient({
    adapter,
    transactionOptions: {
      maxWait: limits.waiting,
      timeout: limits.transaction,
    },
  });
  return withDirectQueries(client, pool, {
    nameOf: statementName,
    longestMillis: limits.transaction,
  });
}

/** Connects on first use. Errors of outages fulfil `isDatabaseUnavailable`, and the pool recovers. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl = url, isPooled = false, isDistributed = false, role } = options;
  const { replicas: replicaSettings, log = () => undefined } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const createPool = poolFactory(options, limits);
  const directConfig = connectionConfig(directUrl, role);
  const poolConfig = isPooled ? configWithoutSessionOptions(url) : connectionConfig(url, role);
  const pool = createPool(
    poolConfig,
    isPooled ? { settings: settingsStatement(limits, role) } : undefined,
  );
  if (isDistributed) rewritePoolForCitus(pool);
  const createReplicaPool = (replica: ClientConfig) =>
    createPool(replica, {
      ...sessionLimits(limits),
      connectionTimeoutMs: replicaConnectionTimeoutMs,
    });
  const replicas =
    replicaSettings && openReplicas(directConfig, replicaSettings, role, createReplicaPool, log);
  pool.replicas = replicas;
  // Without a listener, a lost connection ends the process.
  pool.on('error', (error) => log('A database connection was lost.', error));
  const prisma = createPrismaClient(pool, limits);
  if (isDistributed) markAsCitusClient(prisma);
  const listeners = new Set<Listener>();
  const listener: Database['listener'] = (listenOptions) => {
    const opened = openListener({ ...listenOptions, config: directConfig });
    listeners.add(opened);
    return opened;
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all([...listeners].map((opened) => opened.close()))
      .then(() => prisma.$disconnect())
      .then(() => pool.close(closeTimeoutMs))
      .then(() => replicas?.close(closeTimeoutMs));
    return closing;
  };
  return { url: directUrl, role, prisma, pool, replicas, listener, close };
}

function openReplicas(
  primary: ClientConfig,
  { urls, maxLagMs }: ReplicaSettings,
  role: string | undefined,
  createPool: (config: ClientConfig) => BoundedPool,
  log: NonNullable<DatabaseOptions['log']>,
): Replicas {
  const replicas = urls.map((url, index) => {
    const config = connectionConfig(url, role);
    const pool = createPool(config);
    // The replica's poll reports lost connections.
    pool.on('error', () => undefined);
    return new Replica(String(index + 1), pool, config, log);
  });
  return new Replicas({ primary, replicas, maxLagMs });
}
