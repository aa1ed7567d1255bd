import { describe, expect, test, vi } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { createAdministrationContext } from '../../../src/domain/workspaces/administration-context.ts';
import { createApiKey, revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { authenticateKey, recordKeyUse } from '../../../src/domain/workspaces/authentication.ts';
import { rotateApiKey } from '../../../src/domain/workspaces/rotate-api-key.ts';
import { updateWorkspace } from '../../../src/domain/workspaces/settings.ts';
import { updateUser } from '../../../src/domain/workspaces/users.ts';
import { write } from '../../../src/write/write.ts';
import { useTestApi } from '../../support/api.ts';
import { byNature } from '../../support/citus.ts';
import { patience, useKeyMemories } from '../../support/key-caches.ts';

const api = useTestApi();
const memories = useKeyMemories(api);

test('a valid key is looked up until the listener works, and then cached with all its values', async () => {
  const { accountId, key } = await memories.known();
  const requested = await authenticateKey(api.database.prisma, key, new Date());
  expect(await memories.letIn(key)).toEqual({ ...requested, statements: 0 });
  expect(requested).toMatchObject({ accountId, workspace: { currency: 'USD' } });
});

test('unknown keys are looked up each time, and a wrong one is rejected next to the cached right one', async () => {
  const { accountId, key } = await memories.known();
  const unknown = `ag_${accountId}_${'a'.repeat(10)}_${'b'.repeat(40)}`;
  for (const _ of [1, 2]) {
    const { result, statements } = await recordStatements(() =>
      Promise.allSettled([
        authenticateKey(api.database.prisma, unknown, new Date(), memories.memory),
      ]),
    );
    expect(result).toMatchObject([{ reason: { code: 'invalid_api_key' } }]);
    expect(statements).toHaveLength(1);
  }
  const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
  await expect(memories.letIn(wrong)).rejects.toMatchObject({ code: 'invalid_api_key' });
  expect((await memories.letIn(key)).statements).toBe(0);
});

test('when a cached key expires is looked at each time', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { key } = await createApiKey(api.ours.context, { name: 'An hour', expiresAt });
  await memories.remembered(key);
  await expect(memories.letIn(key, memories.memory, expiresAt)).rejects.toMatchObject({
    code: 'invalid_api_key',
  });
  expect((await memories.letIn(key)).statements).toBe(0);
});

test('the last use of a key is recorded, and does not invalidate the cache', async () => {
  const { accountId, key, keyId } = await memories.known();
  const now = new Date();
  await recordKeyUse(memories.elsewhere.prisma, { accountId, keyId }, now);
  const row = await api.database.prisma.apiKey.findFirst({ where: { accountId, id: keyId } });
  expect(row?.lastUsedAt).toEqual(now);
  await memories.caughtUp();
  expect((await memories.letIn(key)).statements).toBe(0);
});

describe('a process hears within milliseconds, and of other workspaces nothing is forgotten, when another one', () => {
  type Known = Awaited<ReturnType<typeof memories.known>>;

  const ends: Record<string, (workspace: Known) => Promise<unknown>> = {
    'revokes a key': ({ context, keyId }) => revokeApiKey(context, keyId),
    'rotates a key': ({ context, keyId }) => rotateApiKey(context, keyId),
    'revokes a key by plain SQL': ({ keyId }) =>
      memories.send('UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = $1', keyId),
    ...(byNature.hearsPlainSql && {
      'revokes a key in a session that leaves triggers out': ({ keyId }) =>
        memories.elsewhere.prisma.$transaction(async (db) => {
          await db.$executeRawUnsafe("SET LOCAL session_replication_role = 'replica'");
          await db.$executeRawUnsafe(
            'UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = $1',
            keyId,
          );
        }),
    }),
    'lets a key expire': ({ keyId }) =>
      memories.send(
        `UPDATE "ApiKey" SET "expiresAt" = now() - interval '1 s' WHERE id = $1`,
        keyId,
      ),
    'deletes a key': ({ keyId }) => memories.send('DELETE FROM "ApiKey" WHERE id = $1', keyId),
    'gives a key another hash': ({ keyId }) =>
      memories.send(`UPDATE "ApiKey" SET hash = repeat('0', 64) WHERE id = $1`, keyId),
  };
  test.each(Object.entries(ends))('%s: it is rejected', async (_, end) => {
    const workspace = await memories.known();
    await end(workspace);
    await memories.refused(workspace.key);
    expect((await memories.letIn(memories.steady)).statements).toBe(0);
  });

  const changes: Record<string, [(workspace: Known) => Promise<unknown>, object]> = {
    'takes rights away': [
      ({ keyId }) => memories.send(`UPDATE "ApiKey" SET scopes = '{read}' WHERE id = $1`, keyId),
      { scopes: ['read'] },
    ],
    'changes currency and time zone': [
      ({ context }) =>
        updateWorkspace(context, { currency: 'CHF', timeZone: 'Asia/Tokyo' }, 'patch'),
      { workspace: { currency: 'CHF', timeZone: 'Asia/Tokyo' } },
    ],
    'changes the name of the workspace by plain SQL': [
      ({ accountId }) =>
        memories.send(`UPDATE "Workspace" SET name = 'New' WHERE "accountId" = $1`, accountId),
      { workspace: { name: 'New' } },
    ],
  };
  test.each(Object.entries(changes))('%s: the key has it', async (_, [change, expected]) => {
    const workspace = await memories.known();
    await change(workspace);
    await vi.waitFor(
      async () => expect(await memories.letIn(workspace.key)).toMatchObject(expected),
      patience,
    );
    expect((await memories.letIn(memories.steady)).statements).toBe(0);
    await memories.remembered(workspace.key);
    expect(await memories.letIn(workspace.key)).toMatchObject(expected);
  });

  test('changes the owner: records without a user belong to the new one', async () => {
    const { accountId, key, context } = await memories.known();
    const before = (await memories.letIn(key)).workspace.ownerId;
    const [heir] = await memories.elsewhere.prisma.$queryRaw<{ id: number }[]>`
      INSERT INTO "User" ("accountId", email, role) VALUES (${accountId}, 'heir@example.com', 'OWNER') RETURNING id`;
    await updateUser(context, { id: before, active: false }, 'patch');
    await vi.waitFor(
      async () => expect((await memories.letIn(key)).workspace.ownerId).toBe(heir?.id),
      patience,
    );
    expect((await memories.letIn(memories.steady)).statements).toBe(0);
  });
});

const inOpenWrite: typeof revokeApiKey = (context, id) =>
  write(context, (tx) => revokeApiKey(tx, id));

test.each([
  ['by itself', revokeApiKey],
  ['in a transaction that is open', inOpenWrite],
])(
  'a change of keys in this process applies to the next request, with or without a notification: %s',
  async (_, revoke) => {
    const deaf = memories.hearing((channel) => channel !== 'actiongraph_keys');
    const context = await createAdministrationContext(
      api.database.prisma,
      api.ours.accountId,
      new Date(),
    );
    const { key, record } = await createApiKey(context, { name: 'Short-lived' });
    await memories.remembered(key, deaf);
    await revoke(context, record.id);
    await expect(memories.letIn(key, deaf)).rejects.toMatchObject({ code: 'invalid_api_key' });
    await deaf.close();
  },
);

test('a look-up during a change is not cached', async () => {
  const { accountId, key, keyId } = await memories.known();
  const prefix = key.split('_')[2] ?? '';
  const row = memories.memory.find(accountId, prefix);
  if (!row) throw new Error('The key is not remembered.');
  const remember = memories.memory.prepareAdd();
  await memories.send(`UPDATE "ApiKey" SET name = 'Renamed' WHERE id = $1`, keyId);
  await vi.waitFor(() => expect(memories.memory.find(accountId, prefix)).toBeUndefined(), patience);
  remember(prefix, row);
  expect(memories.memory.find(accountId, prefix)).toBeUndefined();
});

test('ten thousand keys are cached, and of one more the one that was there longest is forgotten', async () => {
  const many = memories.hearing(() => true);
  await memories.remembered(memories.steady, many);
  const row = many.find(
    (await memories.letIn(memories.steady)).accountId,
    memories.steady.split('_')[2] ?? '',
  );
  if (!row) throw new Error('The key is not remembered.');
  for (let n = 1; n <= 10_000; n += 1) many.prepareAdd()(`p${n}`, row);
  expect((await memories.letIn(memories.steady, many)).statements).toBe(1);
  // It was cached again, in the place of the next.
  expect(many.find(row.accountId, 'p1')).toBeUndefined();
  expect(many.find(row.accountId, 'p2')).toEqual(row);
  await many.close();
});
