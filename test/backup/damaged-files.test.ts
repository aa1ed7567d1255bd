import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { BackupError } from '../../src/backup/backup-error.ts';
import type { BackupHeader } from '../../src/backup/file-format.ts';
import { encodeJsonFrame } from '../../src/backup/file-format.ts';
import { openBackupFile } from '../../src/backup/file-reader.ts';
import { writeBackupFile } from '../../src/backup/file-writer.ts';
import { readVersion } from '../../src/config/version.ts';
import {
  back,
  fillDatabase,
  restore,
  rowsOf,
  sql,
  useBackupFiles,
  useDatabases,
} from '../support/backups.ts';

const databases = useDatabases();
const newFile = useBackupFiles();
let bytes: Buffer;
let header: BackupHeader;
let target: string;

beforeAll(async () => {
  const source = await databases.migrated();
  await fillDatabase(source);
  const path = newFile();
  ({ header } = await back(source, path));
  bytes = await readFile(path);
  target = await databases.empty();
});

/** Restoring what is in a file fails in words, and the database still has not even a table. */
async function rejection(content: Buffer | string): Promise<string> {
  const path = newFile();
  await writeFile(path, content);
  const error = await restore(target, path).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(BackupError);
  expect(await rowsOf(target)).toEqual({});
  return (error as Error).message;
}

const flipped = (position: number) => {
  const copy = Buffer.from(bytes);
  copy[position] = (copy[position] ?? 0) ^ 0x10;
  return copy;
};

const steps = Array.from({ length: 40 }, (_, step) => step / 40);

describe('a damaged file is rejected before anything is changed', () => {
  test('cut off anywhere', async () => {
    for (const part of [...steps, 0.99999]) {
      const length = Math.floor(part * bytes.length);
      expect(await rejection(bytes.subarray(0, length))).toMatch(/damaged|not a backup/);
    }
    expect(await rejection(bytes.subarray(0, -1))).toContain('damaged');
  });

  test('with one bit changed anywhere', async () => {
    for (const part of steps) {
      const message = await rejection(flipped(Math.floor(part * (bytes.length - 1))));
      expect(message).toMatch(/damaged|not a backup/);
    }
    expect(await rejection(flipped(bytes.length - 2))).toContain('damaged');
    expect(await rejection(flipped(20))).toMatch(/damaged|not a backup/);
  });

  test('with something added at its end, or in its middle', async () => {
    expect(await rejection(Buffer.concat([bytes, Buffer.from('\n')]))).toContain('damaged');
    expect(await rejection(Buffer.concat([bytes, bytes]))).toContain('damaged');
    const half = bytes.length >> 1;
    const inserted = [bytes.subarray(0, half), Buffer.from('x'), bytes.subarray(half)];
    expect(await rejection(Buffer.concat(inserted))).toContain('damaged');
  });

  test('of another program, of none, and none at all', async () => {
    for (const content of [
      '',
      '\n',
      '{}\n',
      'PGDMP\x01\x0e',
      '-- SQL\n',
      Buffer.alloc(6_000_000, '{'),
    ]) {
      expect(await rejection(content)).toContain('is not a backup of');
    }
    await expect(restore(target, '/nowhere/at.all')).rejects.toThrow(/there is no such file/);
  });
});

describe('a file of another release', () => {
  /** A file that is whole, with another header. */
  const written = async (change: Partial<BackupHeader>, frames: Buffer[] = []) => {
    const path = newFile();
    const { signal } = new AbortController();
    const all = { ...header, ...change };
    const content = (async function* () {
      yield* frames;
    })();
    await writeBackupFile({ path, overwrite: false, signal }, all, content);
    return path;
  };

  test('that is newer is rejected with both releases named', async () => {
    const newer = { name: '99991231000000_future', checksum: 'x' };
    const path = await written({ release: '7.8.9', migrations: [...header.migrations, newer] });
    const attempt = restore(target, path);
    await expect(attempt).rejects.toThrow(BackupError);
    await expect(attempt).rejects.toThrow(
      `made by release 7.8.9; this is release ${readVersion()}`,
    );
    await expect(attempt).rejects.toThrow('99991231000000_future');
    const form = await written({ release: '7.8.9', format: 2 });
    await expect(openBackupFile(form)).rejects.toThrow(/release 7\.8\.9, in a form \(2\)/);
    expect(await rowsOf(target)).toEqual({});
  });

  test('in which a migration is another is rejected', async () => {
    const [first, ...others] = header.migrations;
    const changed = { name: first?.name ?? '', checksum: 'x' };
    const path = await written({ migrations: [changed, ...others] });
    await expect(restore(target, path)).rejects.toThrow(`the migration ${changed.name} is another`);
  });

  test('that ends before its last table is rolled back, though its digest is right', async () => {
    const path = await written({}, [encodeJsonFrame('T', { table: header.tables[0]?.name })]);
    await expect(restore(target, path)).rejects.toThrow('it is incomplete');
    expect(Object.values(await rowsOf(target)).flat()).toEqual([]);
    expect(
      await sql(
        target,
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      ),
    ).toEqual([]);
  });
});
