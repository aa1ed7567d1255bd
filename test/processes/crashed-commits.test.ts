import pg from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/database/embedded/embedded-server.ts';
import { killProcess } from '../support/kill.ts';
import type { Service } from '../support/service.ts';
import { useDataFolder } from '../support/service.ts';

const folder = useDataFolder();

const writers = 24;
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

/** Writers of one workspace who go on until they are told to stop; each names what was acknowledged. */
function writeAtOnce(service: Service, key: string) {
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

/** Reads the events of a workspace over and over, until it is told to stop or the database is away; names the records that it was told of. */
function pollEvents(service: Service, key: string) {
  const told: string[] = [];
  const stopping = new AbortController();
  const poll = async () => {
    for (let after = ''; !stopping.signal.aborted; ) {
      const { body, status } = await service.call(key, `events/list?limit=500${after}`);
      if (status !== 200) return;
      const events = body as { place: string; recordId: string }[];
      told.push(...events.map(({ recordId }) => recordId));
      const place = events.at(-1)?.place;
      if (place) after = `&after=${place}`;
    }
  };
  const done = poll();
  const end = () => {
    stopping.abort();
    return done;
  };
  return { told, end };
}

/** Sends a statement on a connection of its own, as soon as the database takes it. */
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

test('PostgreSQL crashes while many write in one workspace: all that was acknowledged or told is there, though no commit waited for the disk by itself', async () => {
  await folder.json(['migrate']);
  const names = ['--name', 'Crowd', '--owner-email', 'crowd@crash.example'];
  const { key } = await folder.json<{ key: string }>(['workspace', 'create', ...names]);
  const service = await folder.serve();
  const embedded = await openEmbedded({ dataDir: folder.path, role: 'command' });
  try {
    const { url } = embedded;
    // Nobody but who waits for it brings to the disk what was committed: what is not waited for is lost.
    await ask(url, `ALTER SYSTEM SET wal_writer_delay = '10s'`);
    await ask(url, `ALTER SYSTEM SET wal_writer_flush_after = '1GB'`);
    await ask(url, 'SELECT pg_reload_conf()');
    const activity = (condition: string) =>
      ask<{ pid: number }>(url, `SELECT pid FROM pg_stat_activity WHERE ${condition}`);
    for (const crashed of [
      `backend_type = 'checkpointer'`,
      `application_name = 'actiongraph commits'`,
    ]) {
      const writing = writeAtOnce(service, key);
      const polling = pollEvents(service, key);
      await expect
        .poll(async () => (await activity(`application_name = 'actiongraph commits'`)).length)
        .toBe(1);
      const so = writing.acknowledged.length;
      await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(so + 300);
      const [process] = await activity(crashed);
      killProcess(process?.pid, 'SIGKILL');
      await Promise.all([writing.end(), polling.end()]);
      const there = await ask<{ name: string }>(
        url,
        'SELECT notes AS name FROM "TimeEntry" UNION ALL SELECT name FROM "Client"',
      );
      const kept = new Set(there.map(({ name }) => name));
      expect(writing.acknowledged.filter((name) => !kept.has(name))).toEqual([]);
      const logged = await ask<{ id: string }>(url, 'SELECT "recordId" AS id FROM "LogEntry"');
      const ids = new Set(logged.map(({ id }) => id));
      expect(polling.told.length).toBeGreaterThan(100);
      expect(polling.told.filter((id) => !ids.has(id))).toEqual([]);
      await expect.poll(async () => (await service.call(key, 'clients/list')).status).toBe(200);
    }
  } finally {
    await embedded.close();
    await service.end('SIGTERM');
  }
});
