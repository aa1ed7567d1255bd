import { expect, test } from 'vitest';
import { recordStatements } from '../../../src/database/statements/statement-recorder.ts';
import { createApiKey, revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { authenticateKey } from '../../../src/domain/workspaces/authentication.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();

const letIn = (key: string) => authenticateKey(api.database.prisma, key, new Date());

test('simultaneous requests with one key share one look-up, and those of another key have their own', async () => {
  const { result, statements } = await recordStatements(() =>
    Promise.all([api.ours.key, api.theirs.key, api.ours.key, api.ours.key].map(letIn)),
  );
  expect(result.map(({ accountId }) => accountId)).toEqual([
    api.ours.accountId,
    api.theirs.accountId,
    api.ours.accountId,
    api.ours.accountId,
  ]);
  expect(statements).toHaveLength(2);
});

test('a wrong key with a known prefix is rejected next to the right one in the same look-up', async () => {
  const last = api.ours.key.at(-1) === 'a' ? 'b' : 'a';
  const wrong = `${api.ours.key.slice(0, -1)}${last}`;
  const [right, rejection] = await Promise.allSettled([letIn(api.ours.key), letIn(wrong)]);
  expect(right.status).toBe('fulfilled');
  expect(rejection).toMatchObject({ reason: { code: 'invalid_api_key' } });
});

test('every later request looks the key up again, so that a revocation takes effect immediately', async () => {
  const { key, record } = await createApiKey(api.ours.context, { name: 'Short-lived' });
  await expect(letIn(key)).resolves.toMatchObject({ keyId: record.id });
  await revokeApiKey(api.ours.context, record.id);
  await expect(letIn(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
});
