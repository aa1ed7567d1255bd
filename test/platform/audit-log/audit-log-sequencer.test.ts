import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { auditLogStagingTable } from '../../../src/database/statements/audit-log-tables.ts';
import { withDeadline } from '../../../src/database/statements/statement-deadline.ts';
import { notifyEntriesStaged } from '../../../src/database/transactions/audit-log-staging.ts';
import type { AuditLogSequencerOptions } from '../../../src/jobs/audit-log-sequencer.ts';
import { startAuditLogSequencer } from '../../../src/jobs/audit-log-sequencer.ts';
import { createLogger } from '../../../src/observability/logger.ts';
import { useTestApi } from '../../support/api.ts';
import { countWaiting, isDistributedHere } from '../../support/citus.ts';
import { openTestDatabase } from '../../support/database.ts';
import { raceLog } from '../../support/log-races.ts';
import { mutate } from '../../support/mutations.ts';

const api = useTestApi();

let warnings: string[] = [];
const sequencers = new Set<ReturnType<typeof startAuditLogSequencer>>();

function start(options: Partial<AuditLogSequencerOptions> = {}, database = api.database) {
  const log = createLogger('warn', { write: (line) => warnings.push(line) });
  const intervals = { idleIntervalMs: 20, retryDelayMs: 10 };
  const sequencer = startAuditLogSequencer(database, log, { ...intervals, ...options });
  sequencers.add(sequencer);
  return sequencer;
}

afterEach(async () => {
  await Promise.all([...sequencers].map((sequencer) => sequencer.close()));
  sequencers.clear();
  warnings = [];
});

const sql = async (text: string, values: unknown[] = []) =>
  (await api.owner.query(text, values)).rows;

const stagedCount = async (): Promise<number> =>
  (await sql(`SELECT count(*)::int AS n FROM ONLY ${auditLogStagingTable}`))[0].n;

const publish = () => sql('SELECT "publish_log_entries"(100000)');

/** Positions of a workspace's entries, in their order. */
const positionsOf = async (accountId: number): Promise<number[]> =>
  (
    await sql(
      'SELECT place::int AS place FROM ONLY "LogEntry" WHERE "accountId" = $1 ORDER BY place',
      [accountId],
    )
  ).map(({ place }) => place);

/** Whether the service may vacuum: before PostgreSQL 17 the server does it, later. */
const mayVacuum = async (): Promise<boolean> =>
  (await sql(`SELECT current_setting('server_version_num')::int AS n`))[0].n >= 170_000;

const deadRows = async (): Promise<number> =>
  (await sql(`SELECT pg_stat_get_dead_tuples('${auditLogStagingTable}'::regclass)::int AS n`))[0].n;

const addClient = async (name: string, workspace = api.ours): Promise<string> => {
  const { body, status } = await workspace.post('clients/create', { name });
  expect(status).toBe(200);
  return body.id;
};

/** Work next to a session with an open transaction. */
async function during<T>(statement: string, work: (slow: pg.PoolClient) => Promise<T>): Promise<T> {
  const slow = await api.owner.connect();
  try {
    await slow.query(statement);
    return await work(slow);
  } finally {
    await slow.query('ROLLBACK').catch(() => undefined);
    slow.release();
  }
}

const createTime = () =>
  api.ours.post('timeWorked/create', {
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:00:00Z',
  });

describe.runIf(!isDistributedHere)('the sequencer', () => {
  test('publishes after the deadline of the request that woke it', async () => {
    start();
    await withDeadline(100, async () => {
      // A call during a run schedules nothing.
      for (let calls = 0; calls < 10; calls += 1) {
        await sleep(10);
        notifyEntriesStaged(api.database.prisma);
      }
    });
    await sleep(10);
    await sql(
      `INSERT INTO ${auditLogStagingTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
       VALUES ($1, 'UPDATED', 'Client', 'cli_1', 'SERVICE', 'updateClient', 'req_1')`,
      [api.ours.accountId],
    );
    await expect.poll(stagedCount).toBe(0);
    expect(warnings).toEqual([]);
  });

  test('publishes entries as they are, with the next positions of their workspace', async () => {
    await publish();
    const [last = 0] = (await positionsOf(api.ours.accountId)).slice(-1);
    await addClient('Published');
    await createTime();
    await addClient('Of another workspace', api.theirs);
    const columns =
      '"recordId", kind, "recordVersion", before, after, "actorId", "createdAt", transaction';
    const entries = () =>
      sql(
        `SELECT ${columns} FROM "LogEntry" WHERE "accountId" = $1 ORDER BY "LogEntry".place < 0, "LogEntry".place`,
        [api.ours.accountId],
      );
    const staged = await entries();
    const count = await stagedCount();
    expect(count).toBeGreaterThan(2);
    start({ batchSize: 1 });
    await expect.poll(stagedCount).toBe(0);
    expect(await entries()).toEqual(staged);
    const positions = await positionsOf(api.ours.accountId);
    expect(positions.slice(positions.indexOf(last) + 1)).toEqual(
      Array.from({ length: count - 1 }, (_, index) => last + 1 + index),
    );
    const times = await sql(
      'SELECT "publishedAt" >= "createdAt" AS later FROM ONLY "LogEntry" WHERE "publishedAt" IS NOT NULL',
    );
    expect(times.length).toBeGreaterThanOrEqual(count);
    expect(times.every(({ later }) => later)).toBe(true);
    expect(warnings).toEqual([]);
  });

  test('misses and doubles nothing for a reader while writers cross one another', async () => {
    start({ intervalMs: 1, batchSize: 7 });
    const { kept, seen } = await raceLog(api, { writes: 120, atOnce: 8 });
    expect([...seen.names].sort()).toEqual([...kept].sort());
    await expect.poll(stagedCount).toBe(0);
  });

  test('numbers the changes of one record in their order, for any order of two writers', async () => {
    const id = await addClient('Contended');
    start({ intervalMs: 1, batchSize: 5 });
    await Promise.all(
      Array.from({ length: 64 }, (_, n) =>
        mutate(api.ours, 'updateClient', { id, city: n % 2 === 0 ? 'Ulm' : 'Jena' }),
      ),
    );
    await expect.poll(stagedCount).toBe(0);
    const entries = await sql(
      `SELECT "recordVersion" AS version, before ->> 'city' AS before, after ->> 'city' AS after FROM "LogEntry"
       WHERE "recordId" = $1 ORDER BY "LogEntry".place < 0, "LogEntry".place`,
      [id],
    );
    expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1));
    const [{ version, city }] = await sql('SELECT version, city FROM "Client" WHERE id = $1', [id]);
    expect(entries.at(-1)).toMatchObject({ version, after: city });
    for (const [index, entry] of entries.slice(2).entries())
      expect(entry.before).toBe(entries[index + 1]?.after);
  });

  test('of two processes, whose sessions the server ends at random, gives each entry one position, without gaps', async () => {
    const workspace = await api.addWorkspace();
    const other = openTestDatabase({ url: api.databaseUrl });
    for (const database of [api.database, other])
      start({ intervalMs: 1, batchSize: 3, idleIntervalMs: 10 }, database);
    let ended = 0;
    let isOver = false;
    const ending = (async () => {
      while (!isOver) {
        const { rowCount } = await api.owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE '%publish_log_entries%' AND pid <> pg_backend_pid()`,
        );
        ended += rowCount ?? 0;
        await sleep(3);
      }
    })();
    const written: string[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 20 || ended < 12; n += 1) {
          // A connection that published may be the next one that writes.
          const { body, status } = await workspace.post('clients/create', {
            name: `Written ${writer} ${n}`,
          });
          if (status === 200) written.push(body.id);
        }
      }),
    );
    isOver = true;
    await ending;
    await expect.poll(stagedCount).toBe(0);
    await Promise.all([...sequencers].map((sequencer) => sequencer.close()));
    await other.close();
    expect(written.length).toBeGreaterThan(50);
    const positions = await positionsOf(workspace.accountId);
    expect(positions).toEqual(positions.map((_, index) => (positions[0] as number) + index));
    const entries = await sql(
      `SELECT "recordId" AS id FROM ONLY "LogEntry" WHERE "accountId" = $1 AND "recordType" = 'Client'`,
      [workspace.accountId],
    );
    const ids = entries.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(written.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('publishes the rest when it closes, and entries that another process left', async () => {
    start({ idleIntervalMs: 60_000 });
    await addClient('Written by this one');
    await expect.poll(stagedCount).toBe(0);
    await Promise.all([...sequencers].map((sequencer) => sequencer.close()));
    await addClient('Left by one that was killed');
    expect(await stagedCount()).toBe(1);
    const sequencer = start({ idleIntervalMs: 20 });
    await expect.poll(stagedCount).toBe(0);
    const other = openTestDatabase({ url: api.databaseUrl });
    await other.prisma.$executeRawUnsafe(
      `INSERT INTO ${auditLogStagingTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
       VALUES (${api.ours.accountId}, 'UPDATED', 'Client', 'cli_left', 'SERVICE', 'test', 'req')`,
    );
    await other.close();
    await expect.poll(stagedCount).toBe(0);
    await sequencer.close();
  });

  test('publishes a column that a later migration adds', async () => {
    await api.owner.query('ALTER TABLE "LogEntry" ADD later text');
    const id = await addClient('With more');
    await api.owner.query(`UPDATE ONLY ${auditLogStagingTable} SET later = 'kept'`);
    start();
    await expect.poll(stagedCount).toBe(0);
    expect(await sql(`SELECT later FROM ONLY "LogEntry" WHERE "recordId" = $1`, [id])).toEqual([
      { later: 'kept' },
    ]);
    await api.owner.query('ALTER TABLE "LogEntry" DROP later');
  });

  test('logs a rejection by the database once, and writes continue', async () => {
    await api.owner.query('ALTER FUNCTION publish_log_entries(int, int) RENAME TO unavailable');
    start();
    await expect.poll(() => warnings.length).toBe(1);
    await addClient('Written all the same');
    await api.owner.query('ALTER FUNCTION unavailable(int, int) RENAME TO publish_log_entries');
    await expect.poll(stagedCount).toBe(0);
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0] as string).msg).toBe(
      'staged audit entries could not be published',
    );
  });

  test('does not publish entries of a log in another schema', async () => {
    await addClient('Of this log');
    await api.owner.query(`ALTER TABLE ${auditLogStagingTable} NO INHERIT "LogEntry"`);
    start();
    await expect.poll(() => warnings.join()).toContain('audit log in another schema');
    await api.owner.query(`ALTER TABLE ${auditLogStagingTable} INHERIT "LogEntry"`);
    await expect.poll(stagedCount).toBe(0);
  });

  test('removes dead rows, also behind a pooler', async () => {
    const vacuum = { deadRows: 5, intervalMs: 10 };
    const pooled = openTestDatabase({ url: api.databaseUrl, isPooled: true });
    try {
      for (let n = 0; n < 12; n += 1) await addClient(`Pooled ${n}`);
      start({ vacuum }, pooled);
      await expect.poll(stagedCount).toBe(0);
      // PostgreSQL reports deleted rows up to 10 s late, so the count can rise again after a VACUUM.
      if (await mayVacuum()) await expect.poll(deadRows).toBeLessThan(5);
      expect(warnings).toEqual([]);
      await Promise.all([...sequencers].map((sequencer) => sequencer.close()));
    } finally {
      await pooled.close();
    }
  });

  test('removes entries of a deleted workspace', async () => {
    await publish();
    await sql(
      `INSERT INTO ${auditLogStagingTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
       VALUES (2000000000, 'SIGNED_IN', 'User', 'usr_1', 'SERVICE', 'test', 'req')`,
    );
    await publish();
    expect(await stagedCount()).toBe(0);
    expect(await positionsOf(2_000_000_000)).toEqual([]);
  });
});

describe.runIf(!isDistributedHere)('events of a request', () => {
  const query = 'query ($after: ID) { events(after: $after) { place events { recordId } } }';
  const events = async (after: string) => {
    const { body } = await api.ours.gql(query, { after });
    const { events: found = [], place } = body.data?.events ?? {};
    const ids = found.map(({ recordId }: { recordId: string }) => recordId);
    return { ids, place, code: body.errors?.[0]?.extensions.code };
  };

  test('contain earlier writes, without a sequencer', async () => {
    const { place } = await events('now');
    const id = await addClient('Just written');
    expect((await events(place)).ids).toEqual([id]);
    const end = (await events('now')).place;
    expect((await events(end)).ids).toEqual([]);
  });

  test('do not wait for entries of other workspaces, which stay staged', async () => {
    await publish();
    await addClient('Of others', api.theirs);
    const { place } = await events('now');
    expect(await stagedCount()).toBe(1);
    const id = await addClient('Of ours');
    expect((await events(place)).ids).toEqual([id]);
    expect(await stagedCount()).toBe(1);
  });

  test('continue after entries that retention removed, for current followers', async () => {
    const workspace = await api.addWorkspace();
    await addClient('Removed by retention', workspace);
    await publish();
    const where = `WHERE "accountId" = ${workspace.accountId}`;
    const [last] = (await positionsOf(workspace.accountId)).slice(-1);
    const age = `now() - interval '20 hours'`;
    await sql(`UPDATE "LogEntry" SET "publishedAt" = ${age}, "createdAt" = ${age} ${where}`);
    await sql(`SELECT delete_expired_audit_entries(now() - interval '13 hours', 1000)`);
    expect(await positionsOf(workspace.accountId)).toEqual([]);
    await addClient('Written later', workspace);
    await publish();
    const [next] = await positionsOf(workspace.accountId);
    expect(next).toBeGreaterThan(last as number);
  });

  test('have no position behind staged entries: the request fails after a second', async () => {
    const { place } = await events('now');
    await during('BEGIN; SELECT pg_advisory_xact_lock_shared(1279805301, 0)', async () => {
      await addClient('Held back');
      expect((await events('now')).code).toBe('database_unavailable');
      expect((await events(place)).ids).toEqual([]);
    });
    expect((await events(place)).ids).toHaveLength(1);
  });

  test('of a transaction that stays open come when it has committed, and hold back no others', async () => {
    const { place } = await events('now');
    const insert = `INSERT INTO ${auditLogStagingTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
      VALUES (${api.ours.accountId}, 'UPDATED', 'Client', 'cli_slow', 'SERVICE', 'test', 'req')`;
    await during(`BEGIN; ${insert}`, async (slow) => {
      const id = await addClient('Quick');
      const before = await events(place);
      expect(before.ids).toEqual([id]);
      await slow.query('COMMIT');
      expect((await events(before.place)).ids).toEqual(['cli_slow']);
    });
  });
});

test.runIf(!isDistributedHere)(
  'pages of the audit log contain each entry once, by its position, while entries are published',
  async () => {
    const workspace = await api.addWorkspace();
    const query = `query ($after: String) {
    auditLog(first: 2, after: $after) { totalCount nodes { place recordId } pageInfo { hasNextPage endCursor } }
  }`;
    const written = [];
    for (let n = 0; n < 5; n += 1) written.unshift(await addClient(`Paged ${n}`, workspace));
    const observed: { place: string; recordId: string }[] = [];
    for (let after: string | null = null; ; ) {
      const { body } = await workspace.gql(query, { after });
      const { nodes, pageInfo } = body.data.auditLog;
      observed.push(...nodes);
      await addClient(`Written between ${observed.length}`, workspace);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    const locations = observed.map(({ place }) => Number(place));
    expect(locations).toEqual(locations.map((_, index) => (locations[0] as number) - index));
    expect(locations.at(-1)).toBeGreaterThan(0);
    expect(observed.slice(0, 5).map(({ recordId }) => recordId)).toEqual(written);
  },
);

describe.runIf(!isDistributedHere)('while entries are being published', () => {
  /** Publishes all of them in a transaction that ends when `work` waits for it. */
  const concurrent = <T>(work: () => Promise<T>): Promise<T> =>
    during('BEGIN; SELECT publish_log_entries(1000)', async (slow) => {
      const done = work();
      await expect.poll(() => countWaiting(api.owner)).toBe(1);
      await slow.query('COMMIT');
      return done;
    });

  test('the erasure of a client waits, and redacts published entries', async () => {
    const id = await addClient('Quuxandra Moving');
    await concurrent(() =>
      mutate(api.ours, 'eraseClient', { id, confirmName: 'Quuxandra Moving' }, 'erasedId'),
    );
    const rows = await sql(
      `SELECT kind, before, after FROM "LogEntry" WHERE "accountId" = $1 AND "recordId" = $2 ORDER BY "LogEntry".place < 0, "LogEntry".place`,
      [api.ours.accountId, id],
    );
    expect(rows[0]).toEqual({ kind: 'CREATED', before: null, after: null });
    expect(JSON.stringify(rows)).not.toContain('Quuxandra');
  });

  test('a session that publishes the entry of an erasure cannot repeat the erasure with it', async () => {
    const { prisma } = api.database;
    const id = await addClient('Erased before');
    await addClient('Zaphod AG');
    await mutate(api.ours, 'eraseClient', { id, confirmName: 'Erased before' }, 'erasedId');
    const again = prisma.$transaction(async (db) => {
      await db.$queryRaw`SELECT "publish_log_entries"(1000)`;
      const call = `SELECT "redact_audit_log"(${api.ours.accountId}, ARRAY['${id}'], '{}', ARRAY['Zaphod'])`;
      await db.$queryRawUnsafe(call);
    });
    await expect(again).rejects.toThrow(/in a transaction that wrote the ERASED entry/);
    expect(await sql(`SELECT 1 FROM "LogEntry" WHERE after ->> 'name' = 'Zaphod AG'`)).toHaveLength(
      1,
    );
  });

  test('the retention job waits, and redacts and removes old published entries', async () => {
    const id = await addClient('Swept while published');
    const entry = () => sql('SELECT after FROM "LogEntry" WHERE "recordId" = $1', [id]);
    const until = `now() - interval '13 hours'`;
    const deleteOld = (name: string) => () => sql(`SELECT ${name}(${until}, 1000)`);
    await publish();
    await sql(
      `UPDATE "LogEntry" SET "publishedAt" = now() - interval '20 hours', "createdAt" = now() - interval '20 hours' WHERE "recordId" = $1`,
      [id],
    );
    await addClient('To be published');
    await concurrent(deleteOld('clear_expired_audit_changes'));
    expect(await entry()).toEqual([{ after: null }]);
    await addClient('To be published as well');
    await concurrent(deleteOld('delete_expired_audit_entries'));
    expect(await entry()).toEqual([]);
  });

  test('the removal of a deleted workspace waits, and leaves nothing of its log', async () => {
    const { accountId, post } = await api.addWorkspace();
    await post('clients/create', { name: 'Gone' });
    const where = `WHERE "accountId" = ${accountId}`;
    await sql(`UPDATE "Workspace" SET "deletedAt" = now() ${where}`);
    await concurrent(() => sql(`SELECT delete_audit_log(${accountId}, 1000)`));
    expect(await sql(`SELECT 1 FROM "LogEntry" ${where}`)).toEqual([]);
  });
});
