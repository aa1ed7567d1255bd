import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

test('vendors/list returns the names of the workspace’s own vendors in alphabetical order', async () => {
  const workspace = await api.addWorkspace();
  expect((await workspace.get('vendors/list')).body).toEqual([]);
  for (const vendor of ['Zoom', 'Adobe', 'Miro']) {
    await workspace.post('expenses/create', { amount: 1, vendor });
  }
  const { status, body } = await workspace.get('vendors/list');
  expect([status, body]).toEqual([200, ['Adobe', 'Miro', 'Zoom']]);
});
