import { expect, test } from 'vitest';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { countWaiting } from '../support/citus.ts';
import { expireAtLock, withoutTime } from '../support/expired-deadline.ts';

const api = useTestApi();

const timeMs = 300;

/** Sends an operation to a service that limits its time. */
async function sendLimited(query: string) {
  const app = createTestApp(api.database, { limits: { ...defaultOperationLimits, timeMs } });
  const response = await app.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: await response.json() };
}

/** Sends an operation while a table is locked: its time is over when it waits for the table. */
async function sendWhileLocked(table: string, query: string) {
  const holder = await api.database.pool.connect();
  await holder.query(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
  try {
    const response = await expireAtLock(api.owner, timeMs, () => sendLimited(query));
    await expect.poll(() => countWaiting(api.owner)).toBe(0);
    return response;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const timedOut = (path: string) => ({
  message: 'The operation took too long and was cancelled.',
  path: [path],
  locations: expect.any(Array),
  extensions: { code: 'operation_timed_out', requestId: expect.any(String) },
});

test('a query that exceeds its deadline is aborted with its SQL', async () => {
  const { status, body } = await sendWhileLocked(
    'Client',
    '{ clients { totalCount edges { node { id } } } }',
  );
  expect(status).toBe(200);
  expect(body).toEqual({ data: { clients: null }, errors: [timedOut('clients')] });
});

test('of a mutation, fields with a result were executed, and fields with an error were not', async () => {
  const { body } = await sendWhileLocked(
    'Vendor',
    `mutation {
      createClient(input: { name: "Lovelace Analytics" }) { ... on CreateClientSuccess { client { name } } }
      createVendor(input: { name: "Paper and Pens" }) { __typename }
    }`,
  );
  expect(body.errors).toEqual([timedOut('createVendor')]);
  const { body: clients } = await api.ours.get('clients/list');
  expect(clients.map(({ name }: { name: string }) => name)).toEqual(['Lovelace Analytics']);
  expect((await api.ours.get('vendors/list')).body).toEqual([]);
});

test('the next operation is none the worse for it', async () => {
  const { body } = await withoutTime(() => sendLimited('{ vendors { totalCount } }'));
  expect(body).toEqual({ data: { vendors: { totalCount: 0 } } });
});
