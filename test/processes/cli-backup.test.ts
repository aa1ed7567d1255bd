import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readVersion } from '../../src/config/version.ts';
import { fillDatabase, rowsOf, sql, useDatabases } from '../support/backups.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const restored = useDataFolder();
const databases = useDatabases();
const { json, run } = folder;

const file = join(folder.path, 'studio.backup');
const clients = 'clients/list';

/** What a command that fails has to look like. */
async function refuses(args: string[], words: string[], settings = {}): Promise<void> {
  const { code, stdout, stderr } = await folder.runHere(args, settings);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  for (const word of words) expect(stderr).toContain(word);
  expect(stderr).not.toMatch(/\n\s+at |Error:|undefined/);
}

describe('backing up the embedded database and restoring it', () => {
  it('fails without a database, and creates none', async () => {
    await refuses(['backup', file], ['There is no database in']);
    expect(await readdir(folder.path)).toEqual([]);
    await refuses(['restore', file], ['there is no such file']);
    expect(await readdir(folder.path)).toEqual([]);
  });

  describe('next to a running service', () => {
    let service: Service;
    let key: string;
    let clientsBefore: object;
    beforeAll(async () => {
      service = await folder.serve();
      key = service.key ?? '';
      clientsBefore = await service.call(key, clients);
    });
    afterAll(async () => {
      await service.end('SIGTERM');
    });

    it('writes a file readable by its owner only, and prints the progress and the content', async () => {
      const { code, stderr, stdout } = await run(['backup', file]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringContaining('Backing up'),
      });
      expect(stdout).toContain('personal data');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });

    it('replaces a file only with --overwrite, and prints JSON for scripts', async () => {
      await refuses(['backup', file], ['already exists', '--overwrite']);
      const made = await json<{ rows: number; bytes: number; takenAt: string }>([
        'backup',
        '--overwrite',
        file,
      ]);
      expect(made).toMatchObject({ file, bytes: statSync(file).size, release: readVersion() });
      expect(made.rows).toBeGreaterThan(2_000);
      const headers = { 'x-api-key': key };
      const health = await (await fetch(`${service.url}/health`, { headers })).json();
      const { takenAt, bytes } = made;
      expect(health).toMatchObject({ lastBackup: { takenAt, bytes } });
    });

    it('exports a workspace and imports it as a copy, and reports both', async () => {
      const lines = join(folder.path, 'studio.ndjson');
      await refuses(['export', '--workspace', '9', lines], ['There is no workspace 9']);
      const wrote = await folder.runHere(['export', '--workspace', '1', lines]);
      expect({ code: wrote.code, stdout: wrote.stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(
          /^Wrote .*: \d+ records of workspace 1, Studio Meridian.*\n.*personal data/,
        ),
      });
      await refuses(['export', '--workspace', '1', lines], ['already exists', '--overwrite']);
      const checked = await folder.runHere(['import', '--dry-run', lines]);
      expect(checked.stdout).toMatch(/It is complete.*\n +IN THE FILE\nClients +21\n/);
      await refuses(['import', lines], ['that workspace 1 here, Studio Meridian, has', '--copy']);
      const { stdout } = await folder.runHere(['import', '--copy', lines]);
      expect(stdout).toMatch(/Imported \d+ records as workspace 2: the number 1 is in use here/);
      expect(stdout).toMatch(/Invoiced +([\d.]+) +\1\n/);
      expect(stdout).toMatch(/Next number +(INV-\d+) +\1\n/);
      writeFileSync(lines, readFileSync(lines).subarray(0, -10));
      await refuses(['import', lines], ['it is incomplete', 'Nothing was imported']);
    });

    it('rejects a restore into the database of a running service', async () => {
      const words = ['A service is running on this database'];
      await refuses(['restore', '--replace', file], words);
      expect(await service.call(key, clients)).toEqual(clientsBefore);
    });

    it('checks that a file is complete, without the database', async () => {
      const { stdout } = await folder.runHere(['restore', '--dry-run', file]);
      expect(stdout).toMatch(/It is complete, and this release can restore it: \d+ rows/);
    });

    it('restores into another folder, and compares it', async () => {
      const { code, stdout } = await restored.run(['restore', '--verify', file]);
      expect(code).toBe(0);
      expect(stdout).toContain('Verified: all counts and sums match the backup.');
      expect(stdout).toMatch(/WORKSPACE +NAME .* NEXT NUMBER\n1 +Studio Meridian/);
    });

    it('serves the same data from the other folder, with the same key', async () => {
      const other = await restored.serve();
      expect(await other.call(key, clients)).toEqual(clientsBefore);
      await other.end('SIGTERM');
    });
  });

  it('replaces the demo of another folder, whose key is forgotten', async () => {
    await refuses(['restore', file], ['is not empty', '--replace']);
    const replaced = await json(['restore', '--replace', file]);
    expect(replaced).toMatchObject({ verified: false, mail: { held: 0 } });
    // Its own key works as ever; one that the backup does not know is removed.
    expect(readFileSync(join(folder.path, 'demo.json'), 'utf8')).toContain('ag_1_');
    writeFileSync(join(folder.path, 'demo.json'), '{"accountId": 1, "key": "ag_1_none"}');
    await json(['restore', '--replace', file]);
    expect(await readdir(folder.path)).not.toContain('demo.json');
    expect(await json(['workspace', 'list'])).toHaveLength(1);
  });

  it('explains what to do with a folder of another PostgreSQL version', async () => {
    const version = join(restored.path, 'postgres/PG_VERSION');
    const ours = readFileSync(version, 'utf8');
    writeFileSync(version, '17\n');
    for (const args of [['serve'], ['backup', join(folder.path, 'other.backup')]]) {
      const { code, stderr } = await restored.run(args);
      expect(code).toBe(1);
      expect(stderr).toContain('was made by PostgreSQL 17; this release brings PostgreSQL');
      expect(stderr).toContain('actiongraph backup FILE');
    }
    writeFileSync(version, ours);
    expect(await restored.json(['workspace', 'list'])).toHaveLength(1);
  });
});

describe('restoring into a server’s database', () => {
  let DATABASE_URL: string;
  let rows: Record<string, string[]>;
  const path = join(folder.path, 'server.backup');
  beforeAll(async () => {
    const source = await databases.migrated();
    await fillDatabase(source);
    await json(['backup', path], { DATABASE_URL: source });
    rows = await rowsOf(source);
    DATABASE_URL = await databases.migrated();
  });

  /** Lets a restore begin and stops it in the middle of its rows, where a rule of the database waits for a lock. */
  async function stopped(signal: NodeJS.Signals) {
    const client = new pg.Client(DATABASE_URL);
    await client.connect();
    await client.query('SELECT pg_advisory_lock(42)');
    const running = folder.spawn(['restore', path], { DATABASE_URL });
    await vi.waitUntil(
      async () => {
        const { rows: waiting } = await client.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return waiting.length > 0;
      },
      { timeout: 120_000, interval: 50 },
    );
    const outcome = await running.end(signal);
    await client.end();
    return outcome;
  }

  it('leaves nothing behind if it is killed or interrupted, and can be repeated', async () => {
    await sql(
      DATABASE_URL,
      `CREATE FUNCTION waits() RETURNS boolean LANGUAGE sql AS
         'SELECT pg_advisory_xact_lock_shared(42) IS NOT NULL'`,
      `ALTER TABLE "Vendor" ADD CONSTRAINT waits CHECK (waits())`,
    );
    expect(await stopped('SIGKILL')).toMatchObject({ code: null });
    expect(Object.values(await rowsOf(DATABASE_URL)).flat()).toEqual([]);
    const interrupted = await stopped('SIGINT');
    expect(interrupted).toMatchObject({ code: 1, stdout: '' });
    expect(interrupted.stderr).toContain('Interrupted. The database is unchanged.');
    expect(Object.values(await rowsOf(DATABASE_URL)).flat()).toEqual([]);
    await sql(DATABASE_URL, 'ALTER TABLE "Vendor" DROP CONSTRAINT waits');

    const done = await json(['restore', '--verify', path], { DATABASE_URL });
    expect(done).toMatchObject({ verified: true });
    expect(await rowsOf(DATABASE_URL)).toEqual(rows);
  });

  it('leaves no file if the disk is full', async () => {
    const full = join(folder.path, 'full.backup');
    // Files of more than 20 blocks of 512 bytes are rejected.
    const limited = folder.behind(['/bin/sh', '-c', 'ulimit -f 20; exec "$@"', 'sh']);
    const { code, stderr } = await limited.run(['backup', full], { DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be written: .*\. No backup was created\./);
    expect((await readdir(folder.path)).filter((name) => name.includes('full'))).toEqual([]);
  });

  it('holds pending mails, and releases them by a command', async () => {
    await sql(DATABASE_URL, `UPDATE "OutboxMail" SET status = 'HELD' WHERE id = 'mai_1'`);
    expect(await json(['mail', 'held'], { DATABASE_URL })).toMatchObject([{ id: 'mai_1' }]);
    const released = await json(['mail', 'release'], { DATABASE_URL });
    expect(released).toEqual({ released: 1, superseded: 0 });
    expect(await json(['mail', 'held'], { DATABASE_URL })).toEqual([]);
  });
});
