import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { arrange } from '../support/arranged-records.ts';
import { isDistributedHere } from '../support/citus.ts';
import { isLongRun } from '../support/sampling.ts';
import { useDataFolder } from '../support/service.ts';
import { snapshot } from '../support/snapshot.ts';
import type { StepHolder, When } from '../support/step-holder.ts';
import { startStepHolder } from '../support/step-holder.ts';

/** A killed import can be repeated: it leaves nothing partial, and a complete one is not imported twice. */

const api = useTestApi();
const folder = useDataFolder();
const file = join(folder.path, 'ours.ndjson');
const countWorkspaces = async () =>
  (await api.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM "Workspace"'))
    .rows[0]?.count ?? 0;
const newestWorkspace = async () => {
  const newest = 'SELECT max("accountId") AS "accountId" FROM "Workspace"';
  return (await api.owner.query<{ accountId: number }>(newest)).rows[0]?.accountId ?? 0;
};

let holder: StepHolder;
beforeAll(async () => {
  holder = await startStepHolder(api.databaseUrl);
  await arrange(api, api.ours, 'Ours');
  const args = ['export', '--workspace', String(api.ours.accountId), file];
  await folder.json(args, { DATABASE_URL: api.databaseUrl });
});
afterAll(() => holder.close());

/** Kills an import at one of its steps: the nth that is sent from the statement with the words on. */
async function killAt(words: string, nth: number, when: When): Promise<void> {
  const isHeld = holder.hold(words, nth, when);
  const running = folder.spawn(['import', '--copy', file], { DATABASE_URL: holder.url });
  await Promise.race([
    isHeld,
    running.ended.then(({ stderr }) => {
      throw new Error(`It ended before it came to "${words}":\n${stderr}`);
    }),
  ]);
  expect(await running.end('SIGKILL')).toMatchObject({ code: null });
  holder.pass(words);
  // Its transactions end when the server has noticed that the client is gone.
  await vi.waitFor(
    async () => {
      const { rows } = await api.owner.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
         AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );
}

// With distributed tables, connections between a coordinator and its servers are not counted.
describe.skipIf(isDistributedHere)('an import that is killed', () => {
  const steps = [
    ['before it has a number', 'LOCK TABLE', 1, 'before'],
    ['when it has its number', 'LOCK TABLE', 4, 'after'],
    ['when all is inserted', 'SET CONSTRAINTS ALL IMMEDIATE', 1, 'after'],
    ['between two tables', 'SET CONSTRAINTS ALL DEFERRED', 12, 'after'],
  ] as const;

  test.each(isLongRun ? steps : steps.slice(-1))(
    '%s leaves nothing',
    async (_title, words, nth, when) => {
      const before = await snapshot(api.database.pool);
      await killAt(words, nth, when);
      expect(await snapshot(api.database.pool)).toEqual(before);
    },
  );

  test('after its commit leaves a complete workspace, and the next import is rejected', async () => {
    const before = await countWorkspaces();
    await killAt('ANALYZE', 1, 'before');
    expect(await countWorkspaces()).toBe(before + 1);
    const committed = await newestWorkspace();
    const again = await folder.runHere(['import', file], { DATABASE_URL: api.databaseUrl });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('has already') });
    const { accountId } = await folder.json<{ accountId: number }>(['import', '--copy', file], {
      DATABASE_URL: api.databaseUrl,
    });
    const one = await snapshot(api.database.pool, accountId);
    const other = await snapshot(api.database.pool, committed);
    expect(Object.keys(one)).toEqual(Object.keys(other));
    const counts = (of: Record<string, string>) =>
      Object.values(of).map((text) => text.split(' ')[0]);
    expect(counts(one)).toEqual(counts(other));
  });
});
