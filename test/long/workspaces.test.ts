import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client/client.ts';
import { createAdministrationContext } from '../../src/domain/workspaces/administration-context.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import { useDatabases } from '../support/backups.ts';
import { brought, recordsOf, taken, useExportFiles } from '../support/exports.ts';

const databases = useDatabases();
const newFile = useExportFiles();
const hour = 3_600_000;

/** Less than the file. */
const maxHeld = 35_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function seededWorkspace(url: string, clients: number): Promise<number> {
  // A busy machine may take long for what a statement inserts.
  const { close, prisma } = openDatabase({ url, limits: { statement: hour, transaction: hour } });
  const owner = { name: `Studio ${clients}`, ownerEmail: 'ada@meridian.example' };
  const { workspace } = await createWorkspace(prisma, owner, new Date());
  const context = await createAdministrationContext(prisma, workspace.accountId, new Date());
  await seedWorkspace(prisma, context, { clients, months: 12 });
  await close();
  return workspace.accountId;
}

/**
 * The maximum of memory of this process above the start, sampled repeatedly. Garbage does not count, however late a
 * busy machine collects it.
 */
async function maxMemory<T>(work: () => Promise<T>): Promise<{ result: T; bytes: number }> {
  collectGarbage();
  const before = process.memoryUsage();
  const held = ({ heapUsed, external, arrayBuffers }: NodeJS.MemoryUsage) =>
    heapUsed + external + arrayBuffers;
  let max = 0;
  let isDone = false;
  const look = () => {
    const more = () => held(process.memoryUsage()) - held(before);
    if (more() > max) {
      collectGarbage();
      max = Math.max(max, more());
    }
    if (!isDone) setTimeout(look, 5);
  };
  look();
  const result = await work();
  isDone = true;
  return { result, bytes: max };
}

test('a workspace of 100,000 records is exported and imported the same, in memory that does not grow with it', async () => {
  const source = await databases.migrated();
  const target = await databases.migrated();
  const small = await seededWorkspace(source, 40);
  const large = await seededWorkspace(source, 400);
  const sizes: number[] = [];
  for (const accountId of [small, large]) {
    const path = newFile();
    const { bytes, result } = await maxMemory(() => taken(source, accountId, path));
    const arrived = await maxMemory(() => brought(target, path));
    sizes.push(Math.max(bytes, arrived.bytes));
    expect(arrived.result).toMatchObject({ accountId, records: result.end.records });
    expect(await recordsOf(target, accountId)).toEqual(await recordsOf(source, accountId));
    if (accountId === large) {
      expect(result.end.records).toBeGreaterThan(100_000);
      expect((await stat(path)).size).toBeGreaterThan(40_000_000);
    }
  }
  expect(Math.max(...sizes)).toBeLessThan(maxHeld);
});
