import { expect, test } from 'vitest';
import { revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../../src/domain/workspaces/authentication.ts';
import { rotateApiKey } from '../../../src/domain/workspaces/rotate-api-key.ts';
import { useTestApi } from '../../support/api.ts';
import { actingAs, makeKey } from '../../support/api-keys.ts';
import { mutated } from '../../support/mutations.ts';

const api = useTestApi();

const overlapping = { overlapMinutes: 60 };

test('a key that overlaps with its replacement is not replaced again: the error names that one', async () => {
  const { context } = api.ours;
  const { key, record } = await makeKey(context);
  const next = await rotateApiKey(context, record.id, overlapping);
  await expect(rotateApiKey(context, record.id, overlapping)).rejects.toMatchObject({
    code: 'conflicting_state',
    message: `The key was replaced by ${next.record.id} already; rotate that one instead.`,
  });
  const after = await rotateApiKey(context, next.record.id);
  expect(after.record.expiresAt).toBeNull();
  expect(await authenticateKey(api.database.prisma, key, new Date())).toMatchObject({
    keyId: record.id,
  });
  await expect(rotateApiKey(context, next.record.id)).rejects.toMatchObject({
    message: expect.stringContaining(`replaced by ${after.record.id} already`),
  });
});

test('the error reports a replacement that is no longer valid', async () => {
  const { context } = api.ours;
  const { record } = await makeKey(context);
  const next = await rotateApiKey(context, record.id, overlapping);
  await revokeApiKey(context, next.record.id);
  await expect(rotateApiKey(context, record.id)).rejects.toMatchObject({
    message: `The key was replaced by ${next.record.id} already; that one is revoked: create a new one instead.`,
  });
});

test('a caller without read permission for keys does not learn the replacement', async () => {
  const { record } = await makeKey(api.ours.context, ['time:write']);
  const next = await rotateApiKey(api.ours.context, record.id, overlapping);
  const { key } = await makeKey(api.ours.context, ['time:write', 'keys:write']);
  const rejection = await rotateApiKey(await actingAs(api, key), record.id).catch((error) => error);
  expect(rejection).toMatchObject({ code: 'conflicting_state' });
  expect(JSON.stringify([rejection.message, rejection.details])).not.toContain(next.record.id);
});

test('two simultaneous rotations create one replacement', async () => {
  const { context } = api.ours;
  const { record } = await makeKey(context);
  const outcomes = await Promise.allSettled([
    rotateApiKey(context, record.id, overlapping),
    rotateApiKey(context, record.id, overlapping),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('GraphQL shows the replacement of a key', async () => {
  const { record } = await makeKey(api.ours.context);
  const input = { id: record.id, ...overlapping };
  const { apiKey } = await mutated(
    api.ours,
    'rotateApiKey',
    { input },
    'apiKey { id replacedBy { id } }',
  );
  expect(apiKey.replacedBy).toBeNull();
  const { body } = await api.ours.gql(`{ apiKey(id: "${record.id}") { replacedBy { id } } }`);
  expect(body.data.apiKey).toEqual({ replacedBy: { id: apiKey.id } });
});
