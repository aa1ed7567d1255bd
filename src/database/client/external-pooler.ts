import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseStateOf } from '../pool/availability-errors.ts';
import { configWithoutSessionOptions } from '../pool/connection-config.ts';
import type { Database } from './client.ts';

const notificationTimeoutMs = 10_000;
const notificationIntervalMs = 500;

/** Several, because a pooler does not switch backends each time. */
const comparisonCount = 5;

export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

export type Pooler = 'none' | 'session' | 'transaction';

const probeStatement = {
  name: 'actiongraph_probe',
  text: `SELECT pg_backend_pid() AS backend, coalesce((SELECT min(name) FROM pg_prepared_statements
    WHERE statement LIKE '%actiongraph_probe_mark%'), '') AS name /* actiongraph_probe_mark */`,
};

interface ProbeResult {
  backend: number;
  name: string;
}

/**
 * A pooler's process id differs from the backend's. A session pooler gives each connection its backend.
 * @throws PoolerError for a transaction pooler without prepared statements
 */
export async function detectPooler(url: string): Promise<Pooler> {
  const clients = [0, 1].map(
    () => new pg.Client({ ...configWithoutSessionOptions(url), connectionTimeoutMillis: 10_000 }),
  );
  const [first, second] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => undefined);
  try {
    await first.connect();
    const { backend, name } = await probeConnection(first);
    if (backend === (first as unknown as { processID: number }).processID) return 'none';
    await second.connect();
    const firstBackends = new Set([backend]);
    const secondBackends = new Set<number>();
    for (let index = 0; index < comparisonCount; index += 1) {
      secondBackends.add((await probeConnection(second)).backend);
      firstBackends.add((await probeConnection(first)).backend);
    }
    const backends = new Set([...firstBackends, ...secondBackends]);
    if (firstBackends.size === 1 && secondBackends.size === 1 && backends.size === 2)
      return 'session';
    if (name !== probeStatement.name) return 'transaction';
    throw new PoolerError(noPreparedStatementsMessage);
  } catch (error) {
    // The statement was prepared on another backend.
    if (error instanceof pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? ''))
      throw new PoolerError(noPreparedStatementsMessage, { cause: error });
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const noPreparedStatementsMessage =
  'DATABASE_URL leads through a transaction pooler that does not support prepared statements. ' +
  'PgBouncer supports them since 1.21 with max_prepared_statements = 200 (Debian 12 has 1.18, which does not): ' +
  'use that, or pool_mode = session, or a DATABASE_URL that leads to PostgreSQL itself.';

async function probeConnection(client: pg.Client): Promise<ProbeResult> {
  const { rows } = await client.query<ProbeResult>(probeStatement);
  return rows[0] as ProbeResult;
}

/** @throws PoolerError for a transaction pooler without a direct URL, because LISTEN needs a session */
export function requireDirectUrl(pooler: Pooler, directUrl: string | undefined): void {
  if (pooler !== 'transaction' || directUrl !== undefined) return;
  throw new PoolerError(
    'DATABASE_URL leads through a transaction pooler, which delivers no notifications of changes. ' +
      'Set DATABASE_DIRECT_URL to a URL of the same database that leads to PostgreSQL itself; requests go through the pooler.',
  );
}

/**
 * A standby sends no notifications and passes.
 * @throws PoolerError if none arrives
 */
export async function requireNotificationDelivery(
  { listener, pool }: Pick<Database, 'listener' | 'pool'>,
  timeoutMs = notificationTimeoutMs,
): Promise<void> {
  const channel = `actiongraph_start_${randomUUID().replaceAll('-', '')}`;
  const received = new AbortController();
  const connection = listener({
    name: 'actiongraph start',
    onNotification: (name) => name === channel && received.abort(),
    onRestored: () => undefined,
    log: () => undefined,
  });
  const { signal } = received;
  const endsAt = performance.now() + timeoutMs;
  try {
    await connection.listen(channel);
    while (!signal.aborted && performance.now() < endsAt) {
      await pool.query('SELECT pg_notify($1, $2)', [channel, '']);
      await sleep(notificationIntervalMs, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    if (databaseStateOf(error) !== 'readOnly') throw error;
    return;
  } finally {
    await connection.close();
  }
  if (signal.aborted) return;
  throw new PoolerError(
    'A test notification over DATABASE_URL did not arrive, so processes would not be notified of changes. Behind a pooler, ' +
      'set DATABASE_DIRECT_URL to a URL of the same database that leads to PostgreSQL itself, not through the pooler.',
  );
}
