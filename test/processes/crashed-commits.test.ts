import pg from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/database/embedded/embedded-server.ts';
import { killProcess } from '../support/kill.ts';
import { isLongRun } from '../support/sampling.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

const writers = 24;
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

/** Writers of one workspace that run until they are stopped. Each returns its acknowledged names. */
function writeConcurrently(service: Service, key: string) {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  let next = 1;
  const write = async () => {
    while (!stopping.signal.aborted) {
      const name = `${Date.now()} ${next++}`;
      // By one statement, and by a transaction.
      const { status } =
        next % 4 > 0
          ? await service.call(key, 'timeWorked/create', { ...hours, notes: name })
          : await service.call(key, 'clients/create', { name });
      if (status === 200) acknowledged.push(name);
    }
  };
  const done = Promise.all(Array.from({ length: writers }, write));
  const end = () => {
    stopping.abort();
    return done;
  };
  return { acknowledged, end };
}

interface Reported {
  place: string;
  recordId: string;
}

/**
 * Reads the events of a workspace after the last position, repeatedly, until it is stopped or the database is
 * unavailable.
 */
function pollEvents(service: Service, key: string, reported: Reported[]) {
  const stopping = new AbortController();
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const location = reported.at(-1)?.place;
      const after = location ? `&after=${location}` : '';
      const { body, status } = await service.call(key, `events/list?limit=500${after}`);
      if (status !== 200) return;
      reported.push(...(body as Reported[]).map(({ place, recordId }) => ({ place, recordId })));
    }
  };
  const done = poll();
  const end = () => {
    stopping.abort();
    return done;
  };
  return { end };
}

/** Sends a statement on a new connection, as soon as the database accepts it. */
async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } catch (error) {
      // While it starts again after a crash.
      if (!/starting up|not yet accepting|recovery|ECONN|terminat/.test(String(error))) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

test('after a crash of PostgreSQL during many writes everything acknowledged or published exists, each event once and at its position', async () => {
  await folder.json(['migrate']);
  const names = ['--name', 'Crowd', '--owner-email', 'crowd@crash.example'];
  const { key } = await folder.json<{ key: string }>(['workspace', 'create', ...names]);
  const service = await folder.serve();
  const embedded = await openEmbedded({ dataDir: folder.path, role: 'command' });
  try {
    const { url } = embedded;
    // Only commits that wait for the disk bring anything there.
    await ask(url, `ALTER SYSTEM SET wal_writer_delay = '10s'`);
    await ask(url, `ALTER SYSTEM SET wal_writer_flush_after = '1GB'`);
    await ask(url, 'SELECT pg_reload_conf()');
    const received: Reported[] = [];
    const publishes = `state = 'active' AND query LIKE '%"publish_log_entries"%' AND pid <> pg_backend_pid()`;
    const processes = [`backend_type = 'checkpointer'`, publishes];
    for (const crashed of isLongRun ? [...processes, publishes] : processes) {
      const writing = writeConcurrently(service, key);
      const polling = pollEvents(service, key, received);
      const publishedBefore = received.length;
      await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(300);
      await expect.poll(() => received.length).toBeGreaterThan(publishedBefore + 100);
      for (let pid: number | undefined; pid === undefined; ) {
        const found = await ask<{ pid: number }>(
          url,
          `SELECT pid FROM pg_stat_activity WHERE ${crashed}`,
        );
        pid = found[0]?.pid;
        if (pid !== undefined) killProcess(pid, 'SIGKILL');
      }
      await Promise.all([writing.end(), polling.end()]);
      const there = await ask<{ name: string }>(
        url,
        'SELECT notes AS name FROM "TimeEntry" UNION ALL SELECT name FROM "Client"',
      );
      const stored = new Set(there.map(({ name }) => name));
      expect(writing.acknowledged.filter((name) => !stored.has(name))).toEqual([]);
      await expect.poll(async () => (await service.call(key, 'clients/list')).status).toBe(200);
    }
    const last = pollEvents(service, key, received);
    const behind = async () =>
      (await service.call(key, `events/list?after=${received.at(-1)?.place}`)).body;
    await expect.poll(behind).toEqual([]);
    await last.end();
    const again: Reported[] = [];
    const repeated = pollEvents(service, key, again);
    await expect.poll(() => again.length).toBe(received.length);
    await repeated.end();
    expect(again).toEqual(received);
    const log = await ask<{ place: number; recordId: string }>(
      url,
      'SELECT place::int AS place, "recordId" FROM "LogEntry" ORDER BY "LogEntry".place',
    );
    expect(log.map(({ place }) => place)).toEqual(log.map((_, index) => index + 1));
    const made = await ask<{ id: string }>(
      url,
      'SELECT id FROM "TimeEntry" UNION ALL SELECT id FROM "Client"',
    );
    const isMade = new Set(made.map(({ id }) => id));
    const ids = received.map(({ recordId }) => recordId).filter((id) => isMade.has(id));
    expect(ids.toSorted()).toEqual([...isMade].toSorted());
  } finally {
    await embedded.close();
    await service.end('SIGTERM');
  }
});
