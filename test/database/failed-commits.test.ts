import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { failStatementAt } from '../support/broken-statements.ts';

/** Commands that the database rejects when they are committed. */

const api = useTestApi();

test('a rejected change does not cost the connection', async () => {
  const { ours } = api;
  await ours.post('clients/create', { name: 'Taken' });
  const { id } = (await ours.post('clients/create', { name: 'Other' })).body;
  let removed = 0;
  api.database.pool.on('remove', () => {
    removed += 1;
  });
  const answers = [
    await ours.post('clients/create', { name: 'Taken' }),
    await ours.patch('clients/update', { id, name: 'Taken' }),
    await ours.patch('clients/update', { id: `${id}0`, name: 'New' }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual([
    ...['name_taken', 'name_taken', 'record_not_found'],
  ]);
  expect(removed).toBe(0);
});

test.each([
  ['COMMIT', false],
  ['ROLLBACK', true],
] as const)(
  'a %s that the server cancels leaves no connection with an open transaction',
  async (_, isRolledBack) => {
    const { pool, prisma } = api.database;
    const broken = failStatementAt(3, 'cancelled');
    const work = prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      if (isRolledBack) throw new Error('rolled back');
    });
    await expect(work.finally(broken.restore)).rejects.toThrow(
      isRolledBack ? 'rolled back' : 'cancel',
    );
    expect(broken.isReached()).toBe(true);
    const { rows } = await pool.query('SELECT 1 AS works');
    expect(rows).toEqual([{ works: 1 }]);
  },
);

test.each([2_147_483_648, Number.MAX_SAFE_INTEGER])(
  'version %i is not that of a record that is not read',
  async (expectedVersion) => {
    const { ours } = api;
    const name = `Version ${expectedVersion}`;
    const { id } = (await ours.post('clients/create', { name })).body;
    const { body } = await ours.patch('clients/update', { id, phone: '1', expectedVersion });
    expect(body.code).toBe('version_mismatch');
  },
);

test('an If-Match that no record can have is of no version', async () => {
  const { ours } = api;
  const { id } = (await ours.post('clients/create', { name: 'Tagged' })).body;
  const { body, status } = await api.request('/public/action/clients/update', {
    method: 'PATCH',
    headers: {
      ...{ 'x-api-key': ours.key, 'content-type': 'application/json' },
      'if-match': '"99999999999999999999", "1.5", "8"',
    },
    body: JSON.stringify({ id, phone: '1' }),
  });
  expect([status, body.code]).toEqual([412, 'version_mismatch']);
});
