import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openExport } from '../../src/backup/workspace/export-file.ts';
import { importWorkspace } from '../../src/backup/workspace/import-workspace.ts';
import type { FileKey } from '../../src/platform/file-store/file-store.ts';
import { testAttachments, useTestApi } from '../support/api.ts';
import { pdf, upload } from '../support/attachments.ts';
import { back, restore, sql, useBackupFiles, useDatabases } from '../support/backups.ts';
import { taken, useExportFiles } from '../support/exports.ts';

const api = useTestApi();
const databases = useDatabases();
const newBackup = useBackupFiles();
const newExport = useExportFiles();
const quiet = { signal: new AbortController().signal, onProgress: () => undefined };

const folders: string[] = [];
/** The files of another service. */
async function otherFiles() {
  const dataDir = await mkdtemp(join(tmpdir(), 'attachments-'));
  folders.push(dataDir);
  return testAttachments({ dataDir });
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

const large = Buffer.concat([pdf, Buffer.alloc(700_000, 'x')]);
const files = [pdf, large];
beforeAll(async () => {
  const { body } = await api.ours.post('expenses/create', { amount: 10 });
  const fields = { type: 'EXPENSE', id: body.id };
  for (const bytes of files)
    await upload(api, api.ours, { fields, file: { bytes, name: 'a.pdf' } });
});

const keysIn = (url: string) =>
  sql<FileKey>(url, 'SELECT DISTINCT "accountId", sha256 FROM "Attachment" ORDER BY sha256');

async function contentsOf(
  { store }: ReturnType<typeof testAttachments>,
  keys: readonly FileKey[],
): Promise<string[]> {
  const all = keys.map(async (key) => buffer((await store.open(key)) as Readable));
  return (await Promise.all(all)).map((bytes) => bytes.toString('base64')).sort();
}

const expected = files.map((bytes) => bytes.toString('base64')).sort();

describe('a backup', () => {
  test('restores the files of attachments', async () => {
    const path = newBackup();
    expect(await back(api.databaseUrl, path)).toMatchObject({ missingFiles: 0 });
    const target = await databases.empty();
    const restored = await otherFiles();
    await restore(target, path, { files: restored });
    expect(await contentsOf(restored, await keysIn(target))).toEqual(expected);
  });

  test('is complete apart from a file that is missing in the store, and counts it', async () => {
    const { store } = testAttachments();
    const [key] = (await keysIn(api.databaseUrl)) as [FileKey];
    const bytes = await buffer((await store.open(key)) as Readable);
    await store.remove(key);
    const path = newBackup();
    expect(await back(api.databaseUrl, path)).toMatchObject({ missingFiles: 1 });
    const target = await databases.empty();
    const restored = await otherFiles();
    await restore(target, path, { files: restored });
    expect(await restored.store.has(key)).toBe(false);
    const again = join(restored.spoolFolder, '..', 'again');
    await writeFile(again, bytes);
    await store.put(key, again);
  });
});

describe('an exported workspace', () => {
  test('contains the files of its attachments, which an import stores for the new workspace', async () => {
    const path = newExport();
    const { accountId } = api.ours;
    const { end } = await taken(api.databaseUrl, accountId, path);
    expect(end.fileLines).toBeGreaterThan(2);
    const target = await databases.migrated();
    await sql(target, `INSERT INTO "Workspace" (name) VALUES ('Taken')`);
    const imported = await otherFiles();
    const file = await openExport(path, quiet);
    const result = await importWorkspace(target, file, { ...quiet, files: imported });
    expect(result.accountId).not.toBe(accountId);
    const keys = await keysIn(target);
    expect(new Set(keys.map((key) => key.accountId))).toEqual(new Set([result.accountId]));
    expect(await contentsOf(imported, keys)).toEqual(expected);
  });

  test('with a changed file is rejected', async () => {
    const path = newExport();
    await taken(api.databaseUrl, api.ours.accountId, path);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('eHh4eHh4', 'eHh4eXh4'));
    await expect(openExport(path, quiet)).rejects.toThrow('its content was changed');
  });
});
