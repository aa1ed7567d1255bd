import { expect, test } from 'vitest';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createTestApp, useTestApi } from '../support/api.ts';

const api = useTestApi();

/** Answers of a service that gives operations 300 ms. */
async function hurried(query: string) {
  const app = createTestApp(api.database, { limits: { ...defaultOperationLimits, timeMs: 300 } });
  const answer = await app.request('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': api.ours.key },
    body: JSON.stringify({ query }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Holds a lock on a table while work runs. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const holder = await api.database.pool.connect();
  await holder.query(`BEGIN; LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`);
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const waiting = async () => {
  const { rows } = await api.owner.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
};

const timedOut = (path: string) => ({
  message: 'The operation took too long and was given up.',
  path: [path],
  locations: expect.any(Array),
  extensions: { code: 'operation_timed_out', requestId: expect.any(String) },
});

test('a query that takes too long is given up, and so is its SQL', async () => {
  const { status, body } = await whileLocked('Client', async () => {
    const answer = await hurried('{ clients { totalCount edges { node { id } } } }');
    expect(await waiting()).toBe(0);
    return answer;
  });
  expect(status).toBe(200);
  expect(body).toEqual({ data: { clients: null }, errors: [timedOut('clients')] });
});

test('of a mutation, what has a result was done, and what has an error was not', async () => {
  const { body } = await whileLocked('Vendor', () =>
    hurried(`mutation {
      createClient(input: { name: "Lovelace Analytics" }) { ... on CreateClientSuccess { client { name } } }
      createVendor(input: { name: "Paper and Pens" }) { __typename }
    }`),
  );
  expect(body.errors).toEqual([timedOut('createVendor')]);
  const { body: clients } = await api.ours.get('clients/list');
  expect(clients.map(({ name }: { name: string }) => name)).toEqual(['Lovelace Analytics']);
  expect((await api.ours.get('vendors/list')).body).toEqual([]);
});

test('the next operation is none the worse for it', async () => {
  expect((await hurried('{ vendors { totalCount } }')).body).toEqual({
    data: { vendors: { totalCount: 0 } },
  });
});
