import { chown, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureDataDir, findRemoteFileSystem } from '../../src/database/embedded/data-dir.ts';
import { tryFileLock } from '../../src/database/embedded/file-lock.ts';
import { writeServerState } from '../../src/database/embedded/server-state.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'actiongraph-data-dir-')));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('a data folder is created with its parents, and creating it again changes nothing', async () => {
  await symlink(folder, join(folder, 'link'));
  for (const _ of [1, 2]) {
    expect(await ensureDataDir(join(folder, 'link/some/where'))).toBe(join(folder, 'some/where'));
  }
  expect((await stat(join(folder, 'some/where/locks'))).mode & 0o777).toBe(0o700);
});

describe('a data folder that cannot be created is reported with a message', () => {
  test.for([
    ['file', 'it is a file, not a folder'],
    ['file/data', 'a part of its path is a file, not a folder'],
    ['file/some/where', 'a part of its path is a file, not a folder'],
    [`${'long'.repeat(100)}`, 'its name is too long'],
  ] as const)('%s', async ([name, reason]) => {
    const rejection = ensureDataDir(join(folder, name));
    await expect(rejection).rejects.toThrow(
      `DATA_DIR ${join(folder, name)} cannot be used: ${reason}.`,
    );
  });

  test.skipIf(process.platform !== 'linux')('below /proc', async () => {
    await expect(ensureDataDir('/proc/data')).rejects.toThrow(
      /the folder above it takes no others/,
    );
  });
});

test.skipIf(process.getuid?.() !== 0)(
  'files that root creates in a data folder belong to the owner of that folder',
  async () => {
    const owned = join(folder, 'owned');
    await mkdir(owned);
    await chown(owned, 65_534, 65_534);
    await ensureDataDir(owned);
    await writeServerState(owned, { port: null, password: 'secret' });
    (await tryFileLock(join(owned, 'locks/turn')))?.release();
    for (const name of ['locks', 'locks/turn', 'postgres.json']) {
      expect([name, (await stat(join(owned, name))).uid]).toEqual([name, 65_534]);
    }
  },
);

test('a local disk is not taken for a network file system', async () => {
  expect(await findRemoteFileSystem(folder)).toBeNull();
});
