import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authenticateKey } from '../domain/workspaces/authentication.ts';
import { listWorkspaces } from '../domain/workspaces/list.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { ActionError } from '../platform/errors/action-error.ts';

export interface DemoKey {
  accountId: number;
  key: string;
}

/**
 * `kept`: the key is in a file and is not printed. `revoked` and `gone`: the key or the workspace
 * no longer exists.
 */
export type DemoState =
  | ({ state: 'ready'; isNew: boolean; path: string } & DemoKey)
  | { state: 'kept'; accountId: number; path: string }
  | { state: 'revoked' | 'gone'; accountId: number }
  | null;

/**
 * Creates the demo workspace of an empty embedded database, or completes an interrupted creation.
 * Later starts find it with the key in DATA_DIR/demo.json, which only its owner can read. The key
 * has full access, so it is no longer printed once another workspace exists.
 */
export async function ensureDemoWorkspace(
  root: PrismaClient,
  dataDir: string,
  now: Date,
  options: { log: (line: string) => void; publicUrl: string },
): Promise<DemoState> {
  const path = join(dataDir, 'demo.json');
  const stored = await readStoredKey(path);
  const workspaces = await listWorkspaces(root);
  if (stored?.key !== undefined && (await works(root, stored.key, now))) {
    const { accountId, key } = stored;
    if (workspaces.length > 1) return { state: 'kept', accountId, path };
    return { state: 'ready', isNew: false, path, accountId, key };
  }
  if (workspaces.length > 0) {
    if (stored === null) return null;
    if (stored.key !== undefined) {
      const { accountId } = stored;
      const workspaceExists = workspaces.some((workspace) => workspace.accountId === accountId);
      return { state: workspaceExists ? 'revoked' : 'gone', accountId };
    }
  }
  // A file without a key marks an unfinished creation.
  await writeStoredKey(path, {});
  // Loaded only for the first start.
  const { createDemo } = await import('../seed/demo.ts');
  const demoKey = await createDemo(root, now, options);
  await writeStoredKey(path, demoKey);
  return { state: 'ready', isNew: true, path, ...demoKey };
}

/** After a restore, the key may belong to another database. */
export async function removeForeignDemoKey(
  root: PrismaClient,
  dataDir: string,
  now: Date,
): Promise<void> {
  const path = join(dataDir, 'demo.json');
  const stored = await readStoredKey(path);
  if (stored === null || (stored.key !== undefined && (await works(root, stored.key, now)))) return;
  await rm(path, { force: true });
}

type StoredKey = DemoKey | { accountId?: undefined; key?: undefined };

async function readStoredKey(path: string): Promise<StoredKey | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StoredKey;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read (${String(error)}). Repair or remove it.`, {
      cause: error,
    });
  }
}

/** Writes a temporary file and renames it, so that the file is never incomplete. */
async function writeStoredKey(path: string, stored: StoredKey): Promise<void> {
  const temporary = `${path}.new`;
  await writeFile(temporary, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

async function works(root: PrismaClient, key: string, now: Date): Promise<boolean> {
  try {
    await authenticateKey(root, key, now);
    return true;
  } catch (error) {
    if (error instanceof ActionError && error.code === 'invalid_api_key') return false;
    throw error;
  }
}
