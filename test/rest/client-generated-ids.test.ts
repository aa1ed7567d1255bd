import { expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { mutate } from '../support/mutations.ts';

/** That every create takes an id, the walks prove. Here is what it means. */

const api = useTestApi({ overSocket: true });
let made = 0;
const name = () => `Client ${++made}`;

const sent = (key: string, body: object, idempotencyKey?: string): Promise<Answer> =>
  api.request('/public/action/clients/create', {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  });

test('an id without an idempotency key is ignored: clients send back whole records', async () => {
  const id = newId('Client');
  const { status, body } = await api.ours.post('clients/create', { id, name: name() });
  expect(status).toBe(200);
  expect(body.id).not.toBe(id);
});

test('with an idempotency key it is the id of the record, and newId works without one', async () => {
  const [one, other] = [newId('Client'), newId('Client')];
  expect((await sent(api.ours.key, { id: one, name: name() }, one)).body.id).toBe(one);
  expect((await sent(api.ours.key, { newId: other, name: name() })).body.id).toBe(other);
});

test('the same id with other input, or of a record created otherwise, is a conflict', async () => {
  const id = newId('Client');
  const first = { newId: id, name: name() };
  expect((await api.ours.post('clients/create', first)).status).toBe(200);
  const taken = { status: 409, body: { code: 'id_taken', errors: [{ path: 'newId' }] } };
  expect(await api.ours.post('clients/create', { ...first, city: 'Rome' })).toMatchObject(taken);
  const { body } = await api.ours.post('clients/create', { name: name() });
  const again = { newId: body.id, name: body.name };
  expect(await api.ours.post('clients/create', again)).toMatchObject(taken);
  expect(await mutate(api.ours, 'createClient', { id, name: name() })).toMatchObject({
    __typename: 'ConflictError',
    code: 'id_taken',
    path: 'id',
  });
  const contact = { id: newId('Contact'), firstName: 'Ada' };
  expect((await mutate(api.ours, 'createContact', contact)).id).toBe(contact.id);
  expect(await mutate(api.ours, 'createContact', { ...contact, lastName: 'L' })).toMatchObject({
    __typename: 'ConflictError',
    code: 'id_taken',
  });
});

test('the same input returns the current record, and creates no other, also for simultaneous requests', async () => {
  const body = { newId: newId('Client'), name: name() };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => api.ours.post('clients/create', body)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await api.ours.patch('clients/update', { id: body.newId, city: 'Rome' });
  const { body: again } = await api.ours.post('clients/create', body);
  expect([again.id, again.city]).toEqual([body.newId, 'Rome']);
  expect(await api.database.prisma.client.count({ where: { name: body.name } })).toBe(1);
});

test.each(['4711', 'con_0199d2f0a1c27b1e9f4b6c1de0a35f10', 'cli_0199', 12])(
  'an id of the wrong form is rejected: %s',
  async (id) => {
    const { status, body } = await api.ours.post('clients/create', { newId: id, name: name() });
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', 'newId']);
  },
);

test('another workspace may use the same id', async () => {
  const id = newId('Client');
  for (const workspace of [api.ours, api.theirs]) {
    const { body } = await workspace.post('clients/create', { newId: id, name: name() });
    expect(body).toMatchObject({ id, accountId: workspace.accountId });
  }
});

test('a key without read permission does not get the existing record', async () => {
  const body = { newId: newId('Client'), name: name() };
  await api.ours.post('clients/create', body);
  const { key } = await createApiKey(api.ours.context, { name: 'W', scopes: ['clients:write'] });
  const answer = await sent(key, body);
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflicting_state' } });
  expect(answer.text).not.toContain(body.name);
});

test('a bulk operation rejects one id for all items', async () => {
  const items = [{ amount: 1 }, { amount: 2, id: newId('Expense') }];
  const rejected = await mutate(api.ours, 'createExpenses', { items }, 'made');
  expect(rejected).toMatchObject({ __typename: 'InvalidInputError', path: 'items.1.id' });
});

test('a failed create does not reserve its id', async () => {
  const taken = name();
  await api.ours.post('clients/create', { name: taken });
  const id = newId('Client');
  const { body } = await api.ours.post('clients/create', { newId: id, name: taken });
  expect([body.code, body.errors[0].path]).toEqual(['name_taken', 'name']);
  expect((await api.ours.post('clients/create', { newId: id, name: name() })).body.id).toBe(id);
});
