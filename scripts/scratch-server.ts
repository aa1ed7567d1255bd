import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureServer } from '../src/database/embedded/ensure-server.ts';

/** Runs `work` with the URL of the database `postgres` on a server that is removed afterwards. */
export async function withScratchServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'actiongraph-migration-')));
  // As root, the server runs as another user.
  await chmod(dataDir, 0o755);
  try {
    const server = await ensureServer({
      dataDir,
      log: () => undefined,
      settings: { fsync: 'off' },
    });
    try {
      return await work(server.urlOf('postgres'));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
