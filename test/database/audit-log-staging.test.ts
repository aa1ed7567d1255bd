import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import {
  AuditLogStaging,
  auditLogStagingOf,
  auditLogStagingTable,
} from '../../src/database/transactions/audit-log-staging.ts';
import type { AuditLogSequencerOptions } from '../../src/jobs/audit-log-sequencer.ts';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { raceLog } from '../support/log-races.ts';
import { mutate } from '../support/mutations.ts';
import { countWaiting, isSpreadHere } from '../support/spread.ts';

const api = useTestApi();

/** What movers said, and those that run. */
let told: string[] = [];
const movers = new Set<ReturnType<typeof startAuditLogSequencer>>();

function startMover(moving: Partial<AuditLogSequencerOptions> = {}, database = api.database) {
  const log = createLogger('warn', { write: (line) => told.push(line) });
  // An entry can be committed after the sequencer looked for new ones: it looks again at once, not after a minute.
  const times = { intervalMs: 10, idleIntervalMs: 20, retryDelayMs: 10, ...moving };
  const mover = startAuditLogSequencer(database, log, times);
  movers.add(mover);
  return mover;
}

afterEach(async () => {
  await Promise.all([...movers].map((mover) => mover.close()));
  movers.clear();
  told = [];
  // As all tests begin.
  auditLogStagingOf(api.database.prisma).areApart = true;
});

async function countIn(table: string): Promise<number> {
  const { rows } = await api.owner.query(`SELECT count(*)::int AS n FROM ONLY ${table}`);
  return rows[0].n;
}
const newOnes = () => countIn(auditLogStagingTable);
const inLog = () => countIn('"LogEntry"');

/** Entries that were moved and not cleared away. */
async function uncleared(): Promise<number> {
  const { rows } = await api.owner.query(
    `SELECT pg_stat_get_dead_tuples('${auditLogStagingTable}'::regclass)::int AS n`,
  );
  return rows[0].n;
}

/** Whether the service may clear them away: before PostgreSQL 17 the server does it by itself, later. */
async function mayClear(): Promise<boolean> {
  const { rows } = await api.owner.query(`SELECT current_setting('server_version_num')::int AS n`);
  return rows[0].n >= 170_000;
}

const addClient = async (name: string): Promise<string> => {
  const { body, status } = await api.ours.post('clients/create', { name });
  expect(status).toBe(200);
  return body.id;
};

/** Work of somebody who holds a transaction open. */
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

describe.runIf(!isSpreadHere)('new entries of the log', () => {
  test('are moved into it as they are, and read the same before and after', async () => {
    await addClient('Moved');
    await api.ours.post('timeWorked/create', {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
    });
    const read = () =>
      api.owner.query('SELECT * FROM "LogEntry" ORDER BY "accountId", "LogEntry".place');
    const { rows: before } = await read();
    const [count, logged] = [await newOnes(), await inLog()];
    expect(count).toBeGreaterThan(1);
    startMover({ batchSize: 1 });
    await expect.poll(newOnes).toBe(0);
    expect(await inLog()).toBe(logged + count);
    expect((await read()).rows).toEqual(before);
    expect(told).toEqual([]);
  });

  test('are missed by nobody who polls while they are moved, and doubled for nobody', async () => {
    startMover({ intervalMs: 1, batchSize: 7 });
    const { kept, seen } = await raceLog(api, { writes: 120, atOnce: 8 });
    expect([...seen.names].sort()).toEqual([...kept].sort());
    await expect.poll(newOnes).toBe(0);
  });

  test('are moved by who stops, and what a process left that was killed by another one', async () => {
    await addClient('Left by one that was killed');
    const mover = startMover({ idleIntervalMs: 20 });
    await expect.poll(newOnes).toBe(0);
    auditLogStagingOf(api.database.prisma).areApart = true;
    await addClient('Written by this one');
    // A run that began before the commit has not seen the entry: it is announced again.
    auditLogStagingOf(api.database.prisma).textOf('INSERT INTO "LogEntry"');
    await mover.close();
    await expect.poll(newOnes).toBe(0);
    // Written by another process: this one does not know of it.
    const other = openTestDatabase({ url: api.databaseUrl });
    auditLogStagingOf(other.prisma).areApart = true;
    startMover({ idleIntervalMs: 20 });
    await expect.poll(() => auditLogStagingOf(api.database.prisma).areApart).toBe(true);
    await other.prisma.$executeRawUnsafe(
      `INSERT INTO "LogEntry" ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
       VALUES (${api.ours.accountId}, 'UPDATED', 'Client', 'cli_left', 'SERVICE', 'test', 'req')`,
    );
    await other.close();
    await expect.poll(newOnes).toBe(0);
  });

  test('a column that a later migration adds to the log goes with them', async () => {
    await api.owner.query('ALTER TABLE "LogEntry" ADD later text');
    const id = await addClient('With more');
    await api.owner.query(`UPDATE ONLY ${auditLogStagingTable} SET later = 'kept'`);
    startMover();
    await expect.poll(newOnes).toBe(0);
    const sought = `SELECT later FROM ONLY "LogEntry" WHERE "recordId" = $1`;
    expect((await api.owner.query(sought, [id])).rows).toEqual([{ later: 'kept' }]);
    await api.owner.query('ALTER TABLE "LogEntry" DROP later');
  });

  test('are written into the log itself where they cannot be moved, and apart again where they can', async () => {
    const entries = auditLogStagingOf(api.database.prisma);
    startMover({ maxBlockedRuns: 2 });
    await expect.poll(() => entries.areApart).toBe(true);
    // Somebody who erases has it.
    await during('BEGIN; SELECT pg_advisory_xact_lock_shared(1279805301, 0)', async () => {
      await addClient('Left for now');
      await expect.poll(() => entries.areApart).toBe(false);
      const [apart, logged] = [await newOnes(), await inLog()];
      expect(apart).toBeGreaterThan(0);
      await addClient('Straight into the log');
      expect([await newOnes(), await inLog()]).toEqual([apart, logged + 1]);
    });
    await expect.poll(newOnes).toBe(0);
    expect(entries.areApart).toBe(true);
  });

  test('a database that refuses to move them is told of once, and writes go on', async () => {
    const entries = auditLogStagingOf(api.database.prisma);
    await api.owner.query('ALTER FUNCTION move_log(int) RENAME TO move_log_away');
    startMover();
    await expect.poll(() => told.length).toBe(1);
    expect(entries.areApart).toBe(false);
    await addClient('Written all the same');
    await api.owner.query('ALTER FUNCTION move_log_away(int) RENAME TO move_log');
    await expect.poll(() => entries.areApart).toBe(true);
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] as string).msg).toBe(
      'new audit entries could not be moved into the log',
    );
  });

  test('those of another schema of the database are not moved', async () => {
    await addClient('Of this log');
    await api.owner.query(`ALTER TABLE ${auditLogStagingTable} NO INHERIT "LogEntry"`);
    startMover();
    await expect.poll(() => told.join()).toContain('a log in another schema');
    expect(auditLogStagingOf(api.database.prisma).areApart).toBe(false);
    await api.owner.query(`ALTER TABLE ${auditLogStagingTable} INHERIT "LogEntry"`);
    await expect.poll(newOnes).toBe(0);
  });

  test('what was moved is cleared away, and where an old transaction is in the way, entries are written into the log itself', async () => {
    const entries = auditLogStagingOf(api.database.prisma);
    // PostgreSQL reports deleted rows up to 10 s late, so the count can rise again after the last VACUUM.
    startMover({
      idleIntervalMs: 20,
      deadRows: { vacuumThreshold: 5, maximum: 20, intervalMs: 10 },
    });
    await during('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM "Workspace"', async () => {
      let n = 0;
      const areApart = async () => {
        n += 1;
        await addClient(`Seen ${n}`);
        return entries.areApart;
      };
      await expect.poll(areApart).toBe(false);
      const apart = await newOnes();
      await addClient('Straight into the log, too');
      expect(await newOnes()).toBeLessThanOrEqual(apart);
    });
    // Before PostgreSQL 17 the server does it by itself, later.
    if (!(await mayClear())) await api.owner.query(`VACUUM ${auditLogStagingTable}`);
    await expect.poll(uncleared).toBeLessThan(5);
    await expect.poll(() => entries.areApart).toBe(true);
    expect(told).toEqual([]);
  });

  test('what was moved is cleared away by who connects through a pooler as well', async () => {
    const pooled = openTestDatabase({ url: api.databaseUrl, isPooled: true });
    try {
      for (let n = 0; n < 12; n += 1) await addClient(`Pooled ${n}`);
      const moving = {
        idleIntervalMs: 0,
        deadRows: { vacuumThreshold: 5, maximum: 20, intervalMs: 10 },
      };
      const mover = startMover(moving, pooled);
      await expect.poll(newOnes).toBe(0);
      if (await mayClear()) await expect.poll(uncleared).toBeLessThan(5);
      await mover.close();
      expect(told).toEqual([]);
    } finally {
      await pooled.close();
    }
  });
});

describe.runIf(!isSpreadHere)('while entries are being moved', () => {
  /** Moves all of them in a transaction that ends when `work` waits for it; answers what `work` does. */
  async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
    return during('BEGIN; SELECT move_log(1000)', async (slow) => {
      const done = work();
      await expect.poll(() => countWaiting(api.owner)).toBe(1);
      await slow.query('COMMIT');
      return done;
    });
  }

  test('who erases a client waits, and what the log says of it is blank afterwards', async () => {
    const id = await addClient('Quuxandra Moving');
    await meanwhile(() =>
      mutate(api.ours, 'eraseClient', { id, confirmName: 'Quuxandra Moving' }, 'erasedId'),
    );
    const { rows } = await api.owner.query(
      `SELECT kind, before, after FROM "LogEntry" WHERE "accountId" = $1 AND "recordId" = $2 ORDER BY "LogEntry".place`,
      [api.ours.accountId, id],
    );
    expect(rows[0]).toEqual({ kind: 'CREATED', before: null, after: null });
    expect(JSON.stringify(rows)).not.toContain('Quuxandra');
  });

  test('who moved the note that somebody was erased may not erase by it once more', async () => {
    const { pool, prisma } = api.database;
    const id = await addClient('Erased before');
    await addClient('Zaphod AG');
    await mutate(api.ours, 'eraseClient', { id, confirmName: 'Erased before' }, 'erasedId');
    const again = prisma.$transaction(async (db) => {
      await db.$queryRaw`SELECT "move_log"(1000)`;
      const call = `SELECT "erase_log"(${api.ours.accountId}, ARRAY['${id}'], '{}', ARRAY['Zaphod'])`;
      await db.$queryRawUnsafe(call);
    });
    await expect(again).rejects.toThrow(/tells whom of the workspace it erases/);
    const { rows } = await pool.query(
      `SELECT 1 FROM "LogEntry" WHERE after ->> 'name' = 'Zaphod AG'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('who sweeps waits, and blanks and removes what was moved', async () => {
    const id = await addClient('Swept while moved');
    const old = () =>
      api.owner.query(
        `UPDATE "LogEntry" SET "createdAt" = now() - interval '20 hours' WHERE "recordId" = $1`,
        [id],
      );
    const entry = async () =>
      (await api.owner.query('SELECT after FROM "LogEntry" WHERE "recordId" = $1', [id])).rows;
    await old();
    const until = `now() - interval '13 hours'`;
    const sweep = (name: string) => () => api.owner.query(`SELECT ${name}(${until}, 1000)`);
    await meanwhile(sweep('sweep_log_changes'));
    expect(await entry()).toEqual([{ after: null }]);
    await addClient('To be moved');
    await meanwhile(sweep('sweep_log'));
    expect(await entry()).toEqual([]);
  });

  test('who removes the log of a deleted workspace waits, and nothing of it is left', async () => {
    const { accountId, post } = await api.addWorkspace();
    await post('clients/create', { name: 'Gone' });
    const where = `WHERE "accountId" = ${accountId}`;
    await api.owner.query(`UPDATE "Workspace" SET "deletedAt" = now() ${where}`);
    await meanwhile(() => api.owner.query(`SELECT delete_log(${accountId}, 1000)`));
    const { rows } = await api.owner.query(`SELECT 1 FROM "LogEntry" ${where}`);
    expect(rows).toEqual([]);
  });
});

test('statements that log write where entries are written, and others stay as they are', () => {
  const entries = new AuditLogStaging();
  const logging = 'WITH made AS (INSERT INTO "Client") INSERT INTO "LogEntry" ("place") SELECT 1';
  const other = 'SELECT 1 FROM "LogEntry"';
  expect([logging, other].map((text) => entries.textOf(text))).toEqual([logging, other]);
  expect(entries.takeNews()).toBe(false);
  entries.areApart = true;
  const apart = `WITH made AS (INSERT INTO "Client") INSERT INTO ${auditLogStagingTable} ("place") SELECT 1`;
  for (let time = 0; time < 2; time += 1) {
    expect(entries.textOf(other)).toBe(other);
    expect(entries.takeNews()).toBe(false);
    expect(entries.textOf(logging)).toBe(apart);
    expect([entries.takeNews(), entries.takeNews()]).toEqual([true, false]);
  }
  const long = `${logging} /* ${'x'.repeat(30_000)} */`;
  expect(entries.textOf(long)).toBe(long.replace('"LogEntry"', auditLogStagingTable));
});
