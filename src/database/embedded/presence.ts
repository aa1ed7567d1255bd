import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Who uses an embedded server: at most one service, and commands beside it. */
export type EmbeddedRole = 'service' | 'command';

/** Keys of advisory locks in the maintenance database. */
const serviceKey = 4_711_202_612;
const presenceKey = 4_711_202_613;

/** A service that was killed keeps its lock until the server has noticed. */
const patienceMillis = 2_000;
const pollMillis = 50;

/** A process's mark on the server, which goes when the process does. */
export interface Presence {
  /** Whether anybody else uses the server. */
  isShared(): Promise<boolean>;
  /** Settles when the mark is lost, with the server for instance. */
  lost: Promise<void>;
  leave(): Promise<void>;
}

/** Another service holds the place. */
export interface Taken {
  takenBy: number | null;
}

/** Marks this process's presence; a service gets the one place for a service, or learns who has it. */
export async function enter(url: string, role: EmbeddedRole): Promise<Presence | Taken> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `actiongraph ${role} ${process.pid}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.connect();
  try {
    if (role === 'service' && !(await takePlace(client))) {
      const takenBy = await holder(client);
      await client.end();
      return { takenBy };
    }
    await client.query('SELECT pg_advisory_lock_shared($1)', [presenceKey]);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    isShared: () => isShared(client),
    lost,
    leave: () => client.end(),
  };
}

async function takePlace(client: pg.Client): Promise<boolean> {
  const end = Date.now() + patienceMillis;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [serviceKey],
    );
    if (rows[0]?.taken) return true;
    if (Date.now() > end) return false;
    await sleep(pollMillis);
  }
}

/** Advisory locks on a key, as pg_locks shows a 64-bit one: in two halves. */
const lockedKey = `l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
  AND (l.classid::bigint << 32) + l.objid::bigint = $1`;

async function holder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE ${lockedKey}`,
    [serviceKey],
  );
  const pid = Number(/(\d+)$/.exec(rows[0]?.name ?? '')?.[1]);
  return Number.isInteger(pid) ? pid : null;
}

async function isShared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_locks l WHERE ${lockedKey} AND l.pid <> pg_backend_pid()`,
    [presenceKey],
  );
  return (rows[0]?.others ?? 0) > 0;
}
