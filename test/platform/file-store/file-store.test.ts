import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBucketStore } from '../../../src/platform/file-store/bucket-store.ts';
import { openFileStorage } from '../../../src/platform/file-store/file-storage.ts';
import type { FileKey, FileStore } from '../../../src/platform/file-store/file-store.ts';
import { spoolFile } from '../../../src/platform/file-store/spooled-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
const bucketServer = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: 'files', configs: [] }],
});
let bucketUrl: string;
beforeAll(async () => {
  const { port } = await bucketServer.run();
  bucketUrl = `http://S3RVER:S3RVER@127.0.0.1:${port}/files?region=eu-central-1`;
});
afterAll(async () => {
  bucketServer.httpServer.closeAllConnections();
  await bucketServer.close();
  await rm(folder, { recursive: true });
});

const noLimit = { maxBytes: 1e9, tooLarge: () => new Error('too large') };
const spool = (bytes: Buffer) =>
  spoolFile(join(folder, 'incoming'), Readable.from([bytes]), noLimit);

async function put(store: FileStore, accountId: number, bytes: Buffer): Promise<FileKey> {
  const spooled = await spool(bytes);
  const key = { accountId, sha256: createHash('sha256').update(bytes).digest('hex') };
  expect(spooled).toMatchObject({ size: bytes.length, sha256: key.sha256 });
  await store.put(key, spooled.path);
  await spooled.discard();
  return key;
}

async function listed(store: FileStore, before: Date): Promise<FileKey[]> {
  const keys: FileKey[] = [];
  for await (const key of store.list(before)) keys.push(key);
  return keys;
}

describe.each([
  ['a folder', () => openFileStorage({ dataDir: folder, bucketUrl: undefined }).store],
  ['a bucket', () => openFileStorage({ dataDir: folder, bucketUrl }).store],
])('%s', (_, open) => {
  test('returns the stored bytes, and only under their key', async () => {
    const store = open();
    const bytes = randomBytes(3_000_000);
    const key = await put(store, 7, bytes);
    expect(bytes.equals(await buffer((await store.open(key)) as Readable))).toBe(true);
    expect([await store.has(key), await store.has({ ...key, accountId: 8 })]).toEqual([
      true,
      false,
    ]);
    expect(await store.open({ ...key, accountId: 8 })).toBeUndefined();
  });

  test('replaces an equal file', async () => {
    const store = open();
    const bytes = randomBytes(100);
    const key = await put(store, 9, bytes);
    await put(store, 9, bytes);
    expect(bytes.equals(await buffer((await store.open(key)) as Readable))).toBe(true);
  });

  test('receives a file once, however often a transaction restarts', async () => {
    const store = open();
    const spooled = await spool(randomBytes(100));
    await spooled.storeIn(store, 10);
    await spooled.storeIn(store, 10);
    await spooled.discard();
    expect(await store.has({ accountId: 10, sha256: spooled.sha256 })).toBe(true);
  });

  test('lists the files that were stored before a time, and removes them', async () => {
    const store = open();
    const key = await put(store, 11, randomBytes(100));
    expect(await listed(store, new Date(Date.now() + 60_000))).toContainEqual(key);
    expect(await listed(store, new Date(Date.now() - 60_000))).not.toContainEqual(key);
    await store.remove(key);
    await store.remove(key);
    expect(await store.has(key)).toBe(false);
  });
});

test('an error of the bucket contains its reason', async () => {
  const { store } = openFileStorage({
    dataDir: folder,
    bucketUrl: bucketUrl.replace('/files', '/others'),
  });
  await expect(listed(store, new Date())).rejects.toThrow('404: NoSuchBucket');
});

test('a bucket that does not respond is an error after the deadline', async () => {
  const hanging = createServer((socket) => socket.pause().on('error', () => undefined));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  const store = createBucketStore(`http://key:secret@127.0.0.1:${port}/files`, 100);
  await expect(store.has({ accountId: 1, sha256: '0'.repeat(64) })).rejects.toThrow(
    'The bucket did not respond to HEAD in 100 ms.',
  );
  await expect(put(store, 1, randomBytes(50_000))).rejects.toThrow(
    'The bucket did not respond to PUT in 200 ms.',
  );
  hanging.close();
});

test('a file above the limit leaves nothing behind, also if its error comes before the file is open', async () => {
  const tooLarge = () => new Error('too large');
  for (let turn = 0; turn < 300; turn += 1) {
    const source = new PassThrough();
    const spooling = spoolFile(join(folder, 'limited'), source, { maxBytes: 10, tooLarge });
    source.end(Buffer.alloc(100_000));
    await expect(spooling).rejects.toThrow('too large');
  }
  expect(await readdir(join(folder, 'limited'))).toEqual([]);
});
