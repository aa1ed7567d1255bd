import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { EncryptionKey } from '../../../src/platform/encryption/encryption-key.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();

beforeEach(() => api.database.prisma.encryptionKey.deleteMany());

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'actiongraph-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const keyIn = (dataDir: string, configured?: string) =>
  new EncryptionKey({ db: api.database.prisma, configured, dataDir });

const fileIn = (folder: string) => join(folder, 'encryption-key');

test('a start without a key stores one in the data folder, for its owner only', async () => {
  const folder = join(await makeFolder(), 'data');
  expect(await keyIn(folder).prepare()).toBeUndefined();
  const key = readFileSync(fileIn(folder), 'utf8');
  expect(key).toMatch(/^[\w-]{43}\n$/);
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
  const secret = (await keyIn(folder).open()).encrypt('secret', 'row');
  await keyIn(folder).prepare();
  expect(readFileSync(fileIn(folder), 'utf8')).toBe(key);
  expect((await keyIn(folder).open()).decrypt(secret, 'row')).toBe('secret');
});

test('a start with a key stores none', async () => {
  const folder = await makeFolder();
  await keyIn(folder, 'x'.repeat(32)).prepare();
  expect(() => statSync(fileIn(folder))).toThrow('ENOENT');
});

test('starts at the same time use the same key', async () => {
  const folder = await makeFolder();
  const keys = Array.from({ length: 50 }, () => keyIn(folder));
  const boxes = await Promise.all(keys.map((key) => key.prepare().then(() => key.open())));
  expect(new Set(boxes.map(({ fingerprint }) => fingerprint)).size).toBe(1);
});

test('a start with another key, or without the key, names ENCRYPTION_KEY and the command that recovers', async () => {
  const folder = await makeFolder();
  await keyIn(folder).open();
  const other = keyIn(folder, 'y'.repeat(32)).prepare();
  await expect(other).rejects.toThrow(/ENCRYPTION_KEY .*`actiongraph webhooks reset-secrets`/);
  rmSync(fileIn(folder));
  const missing = keyIn(folder).prepare();
  await expect(missing).rejects.toThrow(/ENCRYPTION_KEY .*`actiongraph webhooks reset-secrets`/);
  expect(() => statSync(fileIn(folder))).toThrow('ENOENT');
});

test.each([
  ['empty', (path: string) => writeFileSync(path, '')],
  ['a folder', (path: string) => mkdirSync(path)],
])('a key file that is %s is an error, and is not replaced', async (_, spoil) => {
  const folder = await makeFolder();
  spoil(fileIn(folder));
  await expect(keyIn(folder).prepare()).rejects.toThrow(/encryption-key .*ENCRYPTION_KEY/);
});

test('without a writable data folder, the service starts, and secrets need ENCRYPTION_KEY', async () => {
  const file = join(await makeFolder(), 'file');
  writeFileSync(file, '');
  const key = keyIn(join(file, 'data'));
  expect(await key.prepare()).toMatch(/ENCRYPTION_KEY/);
  await expect(key.open()).rejects.toMatchObject({
    code: 'conflicting_state',
    message: expect.stringContaining('ENCRYPTION_KEY'),
  });
});
