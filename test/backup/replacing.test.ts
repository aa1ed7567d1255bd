import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeFrame, encodeJsonFrame } from '../../src/backup/file-format.ts';
import type { BackupFile, BackupPart } from '../../src/backup/file-reader.ts';
import { openBackupFile, readBackupParts } from '../../src/backup/file-reader.ts';
import { writeBackupFile } from '../../src/backup/file-writer.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { holdServiceLock, lockOutServices } from '../../src/database/client/service-lock.ts';
import {
  back,
  fillDatabase,
  guardsOf,
  restore,
  rowsOf,
  sql,
  useBackupFiles,
  useDatabases,
} from '../support/backups.ts';

const databases = useDatabases();
const newFile = useBackupFiles();
const { signal } = new AbortController();
let file: string;
let rows: Record<string, string[]>;
let target: string;
let before: { rows: Record<string, string[]>; guards: object; sequences: object };

const sequencesOf = (url: string) =>
  sql(url, `SELECT last_value, is_called FROM "Workspace_accountId_seq"`);

const stateOf = async (url: string) => ({
  rows: await rowsOf(url),
  guards: await guardsOf(url),
  sequences: await sequencesOf(url),
});

beforeAll(async () => {
  const source = await databases.migrated();
  await fillDatabase(source);
  file = newFile();
  await back(source, file);
  rows = await rowsOf(source);
  target = await databases.migrated();
  await sql(
    target,
    `INSERT INTO "Workspace" (name) SELECT 'Former ' || n FROM generate_series(1, 9) n`,
  );
  before = await stateOf(target);
});

/** A backup that is complete but contradicts itself in one part. */
async function altered(change: (part: BackupPart) => BackupPart): Promise<string> {
  const whole: BackupFile = await openBackupFile(file);
  const path = newFile();
  const frames = (async function* () {
    for await (const part of readBackupParts(whole, signal)) {
      const other = change(part);
      if (other.kind === 'table') yield encodeJsonFrame('T', { table: other.name });
      else if (other.kind === 'rows') yield encodeFrame('D', other.bytes);
      else if (other.kind === 'end') yield encodeJsonFrame('E', other.end);
    }
    yield encodeJsonFrame('Z', { tables: whole.header.tables.length });
  })();
  await writeBackupFile({ path, overwrite: false, signal }, whole.header, frames);
  return path;
}

const endOf =
  (table: string, change: object) =>
  (part: BackupPart): BackupPart =>
    part.kind === 'end' && part.table === table
      ? { ...part, end: { ...part.end, ...change } }
      : part;

describe('a database that is not empty', () => {
  test('is not changed, and its content is listed, unless it is to be replaced', async () => {
    await expect(restore(target, file)).rejects.toThrow(
      /not empty: it has rows in Workspace.*--replace/s,
    );
    expect(await stateOf(target)).toEqual(before);
  });

  test('is unchanged if a row of the last table is missing', async () => {
    const path = await altered(endOf('WorkspaceLogo', { rows: 77 }));
    await expect(restore(target, path, { replace: true })).rejects.toThrow(/77 rows in the backup/);
    expect(await stateOf(target)).toEqual(before);
  });

  test('is unchanged if a sum differs from the backup, and the error names it', async () => {
    const figures = { 1: { rows: 0, sums: { nextNumber: '999' } } };
    const path = await altered(endOf('InvoiceSequence', { figures }));
    const attempt = restore(target, path, { replace: true });
    await expect(attempt).rejects.toThrow(
      /InvoiceSequence of workspace 1, nextNumber: 999 in the backup/,
    );
    expect(await stateOf(target)).toEqual(before);
  });

  test('is unchanged if a row refers to a missing one', async () => {
    // Without its rows, every reference to a client is broken.
    let table = '';
    const path = await altered((part) => {
      if (part.kind === 'table') table = part.name;
      if (table !== 'Client') return part;
      if (part.kind === 'rows') return { kind: 'rows', bytes: Buffer.alloc(0) };
      if (part.kind !== 'end') return part;
      const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      return { ...part, end: { rows: 0, sha256, figures: {} } };
    });
    await expect(restore(target, path, { replace: true, verify: false })).rejects.toThrow(
      /violates foreign key constraint/,
    );
    expect(await stateOf(target)).toEqual(before);
  });

  test('is unchanged if a service uses it, and services do not start during the restore', async () => {
    const database = openDatabase({ url: target });
    const mark = await holdServiceLock(database, () => undefined);
    await expect(restore(target, file, { replace: true })).rejects.toThrow(/A service is running/);
    await mark.close();
    expect(await stateOf(target)).toEqual(before);

    const client = new pg.Client(target);
    await client.connect();
    await lockOutServices(client);
    await expect(holdServiceLock(database, () => undefined)).rejects.toThrow(/is being restored/);
    await client.end();
    const again = await holdServiceLock(database, () => undefined);
    await again.close();
    await database.close();
  });

  test('is unchanged if the restore is interrupted, and completely replaced by the next one', async () => {
    const controller = new AbortController();
    const interrupted = restore(target, file, {
      replace: true,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('Enough.')),
    });
    await expect(interrupted).rejects.toThrow('Enough.');
    expect(await stateOf(target)).toEqual(before);

    await sql(
      target,
      `SELECT graphile_worker.add_job('send_mail', '{}', job_key => '1/mai_gone')`,
      `INSERT INTO "ChangeListener" ("accountId", process, "expiresAt") VALUES (1, 'prc', now() + interval '1 hour')`,
    );
    await restore(target, file, { replace: true });
    expect(await rowsOf(target)).toEqual(rows);
    expect((await stateOf(target)).guards).toEqual(before.guards);
    expect(await sql(target, 'SELECT id FROM graphile_worker.jobs')).toEqual([]);
    expect((await readFile(file)).length).toBeGreaterThan(0);
  });
});
