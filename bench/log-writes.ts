/**
 * What the audit log costs a write, measured with pgbench: `npx tsx bench/log-writes.ts [seconds] [delay [open]]`. Each write updates one of 1,000 clients
 * and writes its audit entry in the same statement. Compares writes without an entry with those that use the staging table and the sequencer. Then measures the time from a commit to its subscriber.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../src/database/client/client.ts';
import { ensureServer } from '../src/database/embedded/ensure-server.ts';
import { applyMigrations } from '../src/database/migrations/migrations.ts';
import { notifyEntriesStaged } from '../src/database/transactions/audit-log-staging.ts';
import { startAuditLogSequencer } from '../src/jobs/audit-log-sequencer.ts';
import { openRecordChangeFeed } from '../src/server/app-services.ts';

const seconds = Number(process.argv[2] ?? 5);
const workspaces = 20;
const log = pino({ level: 'silent' });

const updateSql = (workspace: string, id: string) =>
  `UPDATE "Client" SET city = 'City ' || random() WHERE "accountId" = ${workspace} AND id = ${id} RETURNING id, version, city`;
const columns = `"accountId", kind, "recordType", "recordId", "recordVersion", after, "actorKind", operation, "requestId"`;
const valuesSql = (workspace: string) =>
  `${workspace}, 'UPDATED', 'Client', id, version, jsonb_build_object('city', city), 'SERVICE', 'updateClient', 'req_1' FROM changed`;
const loggedSql = (workspace: string, id: string) =>
  `WITH changed AS (${updateSql(workspace, id)}) INSERT INTO actiongraph_log."NewLogEntry" (${columns}) SELECT ${valuesSql(workspace)}`;

async function prepare(url: string) {
  await applyMigrations(url);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  await pool.query(
    `INSERT INTO "Workspace" (name) SELECT 'W' || n FROM generate_series(1, ${workspaces}) n`,
  );
  await pool.query(
    `INSERT INTO "Client" ("accountId", id, name) SELECT w, 'cli_' || n, 'C' || n FROM generate_series(1, ${workspaces}) w, generate_series(1, 1000) n`,
  );
  await pool.query('VACUUM ANALYZE "Client"');
  return pool;
}

async function writesPerSecond(
  url: string,
  folder: string,
  sql: string,
  clients: number,
  of: number,
) {
  const file = join(folder, 'write.sql');
  await writeFile(file, `\\set w random(1, ${of})\n\\set n random(1, 1000)\n${sql};\n`);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-f',
    file,
    url,
  ];
  const { stdout, stderr } = await promisify(execFile)('pgbench', args);
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (tps === undefined || /aborted/.test(stderr)) throw new Error(stdout + stderr);
  return Math.round(Number(tps));
}

/** Times from commits to the subscriber, in milliseconds, in ascending order; with `open`, beside a transaction that stays open. */
async function delays(url: string, rate: number, open: boolean): Promise<number[]> {
  const other = new pg.Client(url);
  await other.connect();
  if (open) await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  const database = openDatabase({ url });
  const sequencer = startAuditLogSequencer(database, log);
  const feed = openRecordChangeFeed(database.listener, log);
  const queue = await feed.subscribe(1, {});
  const committedAt: number[] = [];
  const found: number[] = [];
  const count = rate * seconds;
  const write = async (n: number) => {
    const sql = `WITH changed AS (SELECT 'cli_' || ${n} AS id, 2 AS version, 'Ulm' AS city) INSERT INTO actiongraph_log."NewLogEntry" (${columns}) SELECT ${valuesSql('1')}`;
    await database.pool.query(sql);
    committedAt[n] = performance.now();
    notifyEntriesStaged(database.prisma);
  };
  const read = (async () => {
    for await (const change of queue) {
      if (!('id' in change)) continue;
      found.push(
        performance.now() - (committedAt[Number(change.id.slice(4))] ?? performance.now()),
      );
      if (found.length === count) return;
    }
  })();
  const begun = performance.now();
  const writing: Promise<void>[] = [];
  for (let n = 0; n < count; n += 1) {
    const early = begun + (n * 1000) / rate - performance.now();
    if (early > 1) await sleep(early);
    writing.push(write(n));
  }
  await Promise.all(writing);
  await read;
  await feed.close();
  await other.end();
  await sequencer.close();
  await database.close();
  // Without those of the first second, in which connections are opened.
  return found.slice(rate).toSorted((a, b) => a - b);
}

const folder = await mkdtemp(join(tmpdir(), 'log-writes-'));
const server = await ensureServer({ dataDir: folder, log: () => undefined });
try {
  const url = server.urlOf('postgres');
  const pool = await prepare(url);
  const cases = [
    [1, 1],
    [16, 1],
    [1, workspaces],
    [16, workspaces],
  ] as const;
  for (const [clients, of] of process.argv[3] === 'delay' ? [] : cases) {
    const run = (sql: string) => writesPerSecond(url, folder, sql, clients, of);
    const id = `'cli_' || :n::text`;
    const none = await run(updateSql(':w', id));
    const database = openDatabase({ url });
    const sequencer = startAuditLogSequencer(database, log, { idleIntervalMs: 5 });
    const staged = await run(loggedSql(':w', id));
    const { rows } = await pool.query(
      'SELECT count(*)::int AS left FROM ONLY actiongraph_log."NewLogEntry"',
    );
    await sequencer.close();
    await database.close();
    console.log({
      clients,
      workspaces: of,
      none,
      staged,
      ofNone: staged / none,
      unpublished: rows[0].left,
    });
  }
  await pool.query('SELECT publish_log_entries(1000000)');
  await pool.query('VACUUM FULL actiongraph_log."NewLogEntry"');
  const times = await delays(url, 500);
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
  console.log({
    commitToSubscriberMs: { p50: at(0.5), p99: at(0.99), max: at(0.9999) },
    events: times.length,
  });
  await pool.end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
