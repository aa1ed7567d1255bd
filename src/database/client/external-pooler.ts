import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseStateOf } from '../pool/availability-errors.ts';
import { type FailoverConfig, parseDatabaseUrl } from '../pool/hosts.ts';
import type { Database } from './client.ts';

/** How long a notice of ours may take, which is sent again meanwhile. */
const noticePatienceMillis = 10_000;
const noticeEveryMillis = 500;

/** How often two connections are compared: a pooler may have several of the server's to give. */
const comparisons = 5;

/** The service cannot work through this pooler, and the message says what to set. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** What there is between the service and its database: nothing, or what gives a connection for a session, or for a transaction. */
export type Pooler = 'none' | 'session' | 'transaction';

/** As which backend of the server a connection is answered, and as what the server knows this statement. */
const probe = {
  name: 'actiongraph_probe',
  text: `SELECT pg_backend_pid() AS backend, coalesce((SELECT min(name) FROM pg_prepared_statements
    WHERE statement LIKE '%actiongraph_probe_mark%'), '') AS name /* actiongraph_probe_mark */`,
};

interface Probed {
  backend: number;
  name: string;
}

/** The settings in a URL without what poolers refuse: nothing that a session begins with. */
export const configWithoutSessionOptions = (url: string): FailoverConfig => parseDatabaseUrl(url);

/**
 * What the URL leads through. It sees that a pooler is there by the number that it says connections have, and what kind by
 * whether two connections have backends of their own.
 * @throws PoolerError where the pooler gives connections for transactions, and does not know prepared statements
 */
export async function detectPooler(url: string): Promise<Pooler> {
  const clients = [0, 1].map(
    () => new pg.Client({ ...configWithoutSessionOptions(url), connectionTimeoutMillis: 10_000 }),
  );
  const [first, second] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => undefined);
  try {
    await first.connect();
    const { backend, name } = await ask(first);
    if (backend === (first as unknown as { processID: number }).processID) return 'none';
    await second.connect();
    const ofFirst = new Set([backend]);
    const ofSecond = new Set<number>();
    for (let at = 0; at < comparisons; at += 1) {
      ofSecond.add((await ask(second)).backend);
      ofFirst.add((await ask(first)).backend);
    }
    const backends = new Set([...ofFirst, ...ofSecond]);
    if (ofFirst.size === 1 && ofSecond.size === 1 && backends.size === 2) return 'session';
    if (name !== probe.name) return 'transaction';
    throw new PoolerError(unprepared);
  } catch (error) {
    // What was prepared was prepared on another connection of the server's.
    if (error instanceof pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? ''))
      throw new PoolerError(unprepared, { cause: error });
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const unprepared =
  'DATABASE_URL leads through a pooler of transactions that does not know prepared statements. ' +
  'PgBouncer knows them since 1.21, with max_prepared_statements = 200 in its configuration (1.18, which Debian 12 has, does not): ' +
  'use that, or pool_mode = session, or a DATABASE_URL that leads to PostgreSQL itself.';

async function ask(client: pg.Client): Promise<Probed> {
  const { rows } = await client.query<Probed>(probe);
  return rows[0] as Probed;
}

/** @throws PoolerError where connections for transactions are all that there is: the service listens on one that stays */
export function requireDirectUrl(pooler: Pooler, directUrl: string | undefined): void {
  if (pooler !== 'transaction' || directUrl !== undefined) return;
  throw new PoolerError(
    'DATABASE_URL leads through a pooler of transactions, by which nobody can be told of changes. ' +
      'Set DATABASE_DIRECT_URL to a URL of the same database that leads to PostgreSQL itself; requests go through the pooler.',
  );
}

/**
 * Sends a notice to itself, over the connections that the service is going to use: one of the pool, and one that listens. A
 * standby, which sends none, is let be.
 * @throws PoolerError where it does not arrive
 */
export async function requireNotificationDelivery(
  { listener, pool }: Pick<Database, 'listener' | 'pool'>,
  patienceMillis = noticePatienceMillis,
): Promise<void> {
  const channel = `actiongraph_start_${randomUUID().replaceAll('-', '')}`;
  const heard = new AbortController();
  const connection = listener({
    name: 'actiongraph start',
    onNotification: (told) => told === channel && heard.abort(),
    onRestored: () => undefined,
    log: () => undefined,
  });
  const { signal } = heard;
  const end = performance.now() + patienceMillis;
  try {
    await connection.listen(channel);
    while (!signal.aborted && performance.now() < end) {
      await pool.query('SELECT pg_notify($1, $2)', [channel, '']);
      await sleep(noticeEveryMillis, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    if (databaseStateOf(error) !== 'readOnly') throw error;
    return;
  } finally {
    await connection.close();
  }
  if (signal.aborted) return;
  throw new PoolerError(
    'What the service told itself over DATABASE_URL did not arrive, so nobody would be told of changes. Behind a pooler, ' +
      'DATABASE_DIRECT_URL has to be a URL of the same database that leads to PostgreSQL itself, not through the pooler.',
  );
}
