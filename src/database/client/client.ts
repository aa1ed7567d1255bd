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

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  /** The server ends a statement after this long. */
  statement: number;
  /** Waiting for a row that another transaction holds. */
  lock: number;
  /** A transaction, from BEGIN to COMMIT. */
  transaction: number;
  /** A transaction in which nothing happens is ended, and its locks with it. */
  idleInTransaction: number;
  /** Making a connection. */
  connection: number;
  /** Waiting for a connection that others use: who was admitted is not refused for it. */
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

/** The client gives a statement up this much later: only when the server cannot even say that it timed out. */
const responseGraceMs = 2_000;

/** Prepared statements live as long as their connection, so connections are kept. */
const idleTimeoutMs = 10 * 60_000;

/** Time for connections to be closed in peace. */
const closeTimeoutMs = 3_000;

/** Making a connection to a replica: the primary answers sooner. */
const replicaConnectionTimeoutMs = 1_000;

/** Callers that may wait for each connection, and for all of them however few there are. */
const maxWaitingPerConnection = 20;
const minMaxWaiting = 200;

export interface DatabaseOptions {
  /** A PostgreSQL URL. */
  url: string;
  /** One of the same database that leads through no pooler, for what needs a session of its own; `url` unless given. */
  directUrl?: string;
  /** Whether `url` leads through a pooler, on whose connections settings do not last. */
  isPooled?: boolean;
  /** Whether its tables are spread over several servers (`database/migrations/citus-distribution.ts`); not unless given. */
  isDistributed?: boolean;
  /** As whom every connection acts; the URL's user unless given. */
  role?: string | undefined;
  /** Connections at most; 10 unless given. */
  poolSize?: number;
  /**
   * Callers that may wait for a connection; 20 for each connection, and 200 at least, unless given. The next one fails at once, unless it
   * belongs to a request that was admitted.
   */
  maxWaiting?: number;
  /** What is not given has its usual length. */
  limits?: Partial<TimeLimits>;
  /** Servers that follow this one and answer what only reads; none unless given. */
  replicas?: ReplicaSettings | undefined;
  /** Told of all statements of the pool. */
  observer?: StatementObserver | undefined;
  /** Told of connections that were lost while nobody used them. */
  log?: (message: string, error?: Error) => void;
}

export interface Database {
  /** Where it is, through no pooler, and as whom to speak to it, for what needs a connection beside the pool. */
  url: string;
  role: string | undefined;
  prisma: PrismaClient;
  /** The connections that `prisma` uses as well, for statements written by hand. */
  pool: pg.Pool;
  /** Servers that answer what only reads; undefined where there are none. */
  replicas: Replicas | undefined;
  /** A connection of its own, on which the server tells what others NOTIFY. */
  listener(options: Omit<ListenOptions, 'config'>): Listener;
  /** Closes every connection, by force where the server does not answer. Safe to call twice. */
  close(): Promise<void>;
}

/** What the server ends by itself, for a session. */
const sessionLimits = ({ statement, lock, idleInTransaction }: TimeLimits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
});

/** Sets for one transaction what a session begins with otherwise. */
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

/**
 * Prisma and pg on one pool of connections to one database. It connects when it is first used. A database that
 * is away, silent or overloaded makes calls fail within its time-outs with errors that
 * isDatabaseUnavailable recognizes; it neither ends the process nor hangs, and works again when the
 * database does.
 */
export function openDatabase({
  url,
  directUrl = url,
  isPooled = false,
  isDistributed = false,
  role,
  poolSize = defaultPoolSize,
  maxWaiting = Math.max(minMaxWaiting, poolSize * maxWaitingPerConnection),
  limits: limitOverrides = {},
  replicas: replicaSettings,
  observer,
  log = () => undefined,
}: DatabaseOptions): Database {
  const limits = { ...defaultLimits, ...limitOverrides };
  const directConfig = connectionConfig(directUrl, role);
  const poolConfig = isPooled ? configWithoutSessionOptions(url) : connectionConfig(url, role);
  const createPool = (
    config: ClientConfig,
    overrides: Partial<BoundedPoolConfig> = sessionLimits(limits),
  ) =>
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
      maxWaiting,
    );
  const pool = createPool(
    poolConfig,
    isPooled ? { settings: settingsStatement(limits, role) } : undefined,
  );
  if (isDistributed) {
    rewritePoolForCitus(pool);
    pool.isDistributed = true;
  }
  const createReplicaPool = (replica: ClientConfig) =>
    createPool(replica, {
      ...sessionLimits(limits),
      connectionTimeoutMs: replicaConnectionTimeoutMs,
    });
  const replicas =
    replicaSettings && openReplicas(directConfig, replicaSettings, role, createReplicaPool, log);
  pool.replicas = replicas;
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log('A database connection was lost.', error));
  const statementName = createStatementNames();
  const adapter = new ExistingConnectionAdapter(pool, { statementNameGenerator: statementName });
  const client = new PrismaClient({
    adapter,
    transactionOptions: {
      maxWait: limits.waiting,
      timeout: limits.transaction,
    },
  });
  const prisma = withDirectQueries(client, pool, {
    nameOf: statementName,
    longestMillis: limits.transaction,
  });
  if (isDistributed) markAsCitusClient(prisma);
  const listeners = new Set<Listener>();
  let closing: Promise<void> | undefined;
  return {
    url: directUrl,
    role,
    prisma,
    pool,
    replicas,
    listener: (options) => {
      const listener = openListener({ ...options, config: directConfig });
      listeners.add(listener);
      return listener;
    },
    close: () => {
      closing ??= Promise.all([...listeners].map((listener) => listener.close()))
        .then(() => prisma.$disconnect())
        .then(() => pool.close(closeTimeoutMs))
        .then(() => replicas?.close(closeTimeoutMs));
      return closing;
    },
  };
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
    // What a replica's loss means, the looks at it tell.
    pool.on('error', () => undefined);
    return new Replica(String(index + 1), pool, config, log);
  });
  return new Replicas({ primary, replicas, maxLagMs });
}
