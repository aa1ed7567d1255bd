import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import type { Answer } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { openTestDatabase, serviceRoleAt } from '../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi();
let proxy: TcpProxy;
let database: Database;
let app: Hono;
let clientId: string;

/** The service over a connection to its database that can be cut. */
beforeAll(async () => {
  const url = new URL(api.databaseUrl);
  proxy = await startTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  database = openTestDatabase({
    ...{ url: url.href, poolSize: 2, limits: { statement: 1_000 } },
    // The URL of the proxy does not show that it leads to Citus.
    ...{ isDistributed: isDistributedHere, role: serviceRoleAt(api.databaseUrl) },
  });
  app = createTestApp(database);
  clientId = (await api.ours.post('clients/create', { name: 'Ours' })).body.id;
  for (const invoiceNumber of ['PAID-1', 'PAID-2', 'PAID-3']) {
    const invoice = { clientName: 'Ours', invoiceNumber, amount: 100 };
    expect((await api.ours.post('invoices/create', invoice)).status).toBe(200);
  }
});
afterAll(async () => {
  await database.close();
  await proxy.close();
});

async function send(path: string, body: object, name?: string): Promise<Answer> {
  const response = await app.request(path, {
    method: 'POST',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      ...(name !== undefined && { 'idempotency-key': name }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const post = (path: string, body: object, name?: string) =>
  send(`/public/action/${path}`, body, name);
const gql = (query: string, name?: string) => send('/graphql', { query }, name);

async function count(table: string, column: string, mark: string): Promise<number> {
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::int AS n FROM "${table}" WHERE "${column}" = $1`,
    [mark],
  );
  return rows[0].n;
}

const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

/** A write: the statement that decides on it, that which COMMIT has among the prepared ones, how to send it with a mark, and where the mark is then. */
const writes: Record<
  string,
  { by: string; send: (mark: string) => Promise<Answer>; where: [table: string, column: string] }
> = {
  'payment/create, a transaction of two round trips': {
    by: 'commit',
    send: (referenceNumber) =>
      post('payment/create', { invoiceNumber: 'PAID-1', amount: 1, referenceNumber }),
    where: ['Payment', 'referenceNumber'],
  },
  'clients/create, one round trip': {
    by: 'commit',
    send: (name) => post('clients/create', { name }),
    where: ['Client', 'name'],
  },
  'invoices/create, a transaction': {
    by: 'commit',
    send: (description) => post('invoices/create', { clientName: 'Ours', amount: 5, description }),
    where: ['Invoice', 'description'],
  },
  'timeWorked/create, a transaction that makes what is missing': {
    by: 'commit',
    send: (notes) =>
      post('timeWorked/create', {
        ...time,
        clientId,
        projectName: notes,
        createProject: true,
        notes,
      }),
    where: ['TimeEntry', 'notes'],
  },
};

const mutations: typeof writes = {
  createClient: {
    by: 'commit',
    send: (name) => gql(`mutation { createClient(input: { name: "${name}" }) { __typename } }`),
    where: ['Client', 'name'],
  },
  recordPayment: {
    by: 'commit',
    send: (mark) =>
      gql(`mutation { recordPayment(input: { invoiceNumber: "PAID-2", amount: 1, referenceNumber: "${mark}" })
        { __typename } }`),
    where: ['Payment', 'referenceNumber'],
  },
};

const createClient = (alias: string, name: string) =>
  `${alias}: createClient(input: { name: "${name}" }) { __typename }`;

/** Writes with an idempotency key. */
const writesWithKey: Record<string, Pick<(typeof writes)[string], 'send' | 'where'>> = {
  'payment/create': {
    send: (referenceNumber) =>
      post('payment/create', { invoiceNumber: 'PAID-1', amount: 1, referenceNumber }, 'lost-1'),
    where: ['Payment', 'referenceNumber'],
  },
  createVendor: {
    send: (name) =>
      gql(`mutation { createVendor(input: { name: "${name}" }) { __typename } }`, 'lost-2'),
    where: ['Vendor', 'name'],
  },
  'two mutations with @atomic': {
    send: (name) =>
      gql(`mutation @atomic { ${createClient('a', name)} ${createClient('b', 'B')} }`, 'lost-3'),
    where: ['Client', 'name'],
  },
};

const patience = { timeout: 50_000, interval: 50 };

const isUnknown = ({ status, headers, body }: Answer) => {
  expect(body).toMatchObject({ code: 'outcome_unknown', requestId: expect.any(String) });
  expect(body.message).toContain(body.requestId);
  expect(status).toBe(500);
  expect(headers.get('retry-after')).toBeNull();
};

const isUnknownInGraphQL = ({ body }: Answer) => {
  const [{ extensions }] = body.errors;
  expect(extensions).toEqual({ code: 'outcome_unknown', requestId: expect.any(String) });
};

const isUnavailable = ({ status, headers, body }: Answer) => {
  expect(body.code ?? body.errors?.[0].extensions.code).toBe('database_unavailable');
  expect(status === 200 ? 1 : Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

describe('a lost response', () => {
  test.each(Object.entries(writes))(
    'to the write of %s is an unknown outcome',
    async (_, write) => {
      proxy.loseAnswerTo(write.by);
      isUnknown(await write.send('lost'));
      expect(await count(...write.where, 'lost')).toBe(1);
    },
  );

  test.each(Object.entries(writes))(
    'without an error, to the write of %s, is an unknown outcome too',
    async (_, write) => {
      proxy.loseAnswerTo(write.by, 'silence');
      isUnknown(await write.send('silent'));
      expect(await count(...write.where, 'silent')).toBe(1);
    },
  );

  test.each(Object.entries(mutations))(
    'to the write of %s is an unknown outcome',
    async (_, write) => {
      proxy.loseAnswerTo(write.by);
      isUnknownInGraphQL(await write.send('lost there'));
      expect(await count(...write.where, 'lost there')).toBe(1);
    },
  );

  test.each(Object.entries(writesWithKey))(
    'to the write of %s asks for a retry, which is replayed, and executed once',
    async (_, { send, where }) => {
      proxy.loseAnswerTo('commit');
      const { body } = await send('keyed');
      const { message, ...reported } = body.errors?.[0] ?? body;
      expect(reported.extensions?.code ?? reported.code).toBe('outcome_unknown');
      expect(message).toContain('Repeat the request with the same idempotency key');
      const again = await vi.waitFor(async () => {
        const answer = await send('keyed');
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(answer.body.errors).toBeUndefined();
        return answer;
      }, patience);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await count(...where, 'keyed')).toBe(1);
    },
  );

  test('to a statement before the write is a 503, and nothing was written', async () => {
    proxy.loseAnswerTo('begin');
    isUnavailable((await writes['invoices/create, a transaction']?.send('before')) as Answer);
    expect(await count('Invoice', 'description', 'before')).toBe(0);
    proxy.loseAnswerTo('"InvoiceSequence"');
    isUnavailable((await writes['invoices/create, a transaction']?.send('before')) as Answer);
    expect(await count('Invoice', 'description', 'before')).toBe(0);
  });

  test('to the second of two mutations keeps the result of the first, and executes the third', async () => {
    proxy.loseAnswerTo('"Vendor"');
    const { body } = await gql(`mutation {
      first: createClient(input: { name: "First of three" }) { ... on CreateClientSuccess { client { name } } }
      second: createVendor(input: { name: "Second of three" }) { __typename }
      third: createClient(input: { name: "Third of three" }) { ... on CreateClientSuccess { client { name } } }
    }`);
    const received = body.errors.map(
      ({ path, extensions }: { path: string[]; extensions: { code: string } }) => [
        path,
        extensions.code,
      ],
    );
    expect(received).toEqual([[['second'], 'outcome_unknown']]);
  });

  test('to the read of a created payment is no error: it is read again', async () => {
    proxy.loseAnswerTo('AS payments');
    const body = { invoiceNumber: 'PAID-3', amount: 1, referenceNumber: 'read again' };
    expect(await post('payment/create', body)).toMatchObject({
      status: 200,
      body: { status: 'PARTIAL', amountDue: 99 },
    });
    expect(await count('Payment', 'referenceNumber', 'read again')).toBe(1);
  });

  const readBelow = (name: string) =>
    gql(`mutation { createClient(input: { name: "${name}" }) {
      ... on CreateClientSuccess { client { id projects { totalCount nodes { id } } } } } }`);

  test('to the read of a record after a mutation is no error: it is read again', async () => {
    proxy.loseAnswerTo('"Project" t');
    const { body } = await readBelow('Read again');
    expect(body.errors).toBeUndefined();
    expect(body.data.createClient.client.projects).toEqual({ totalCount: 0, nodes: [] });
    expect(await count('Client', 'name', 'Read again')).toBe(1);
  });

  test('to a field of a mutation’s record does not suggest a retry', async () => {
    proxy.loseAnswerTo('count(*)::int AS count');
    const { body } = await readBelow('Read below');
    expect(body).toMatchObject({
      data: { createClient: null },
      errors: [{ path: ['createClient', 'client'], extensions: { code: 'outcome_unknown' } }],
    });
    expect(await count('Client', 'name', 'Read below')).toBe(1);
  });
});

test('a connection that the server ends during a write is a 503: nothing was stored', async () => {
  const others = api.owner;
  const holder = await others.connect();
  await holder.query('BEGIN; LOCK TABLE "Client" IN ACCESS EXCLUSIVE MODE');
  const answer = post('clients/create', { name: 'Ended' });
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
    AND wait_event_type = 'Lock' AND query LIKE 'INSERT%'`;
  await expect.poll(async () => (await others.query(waiting)).rowCount).toBe(1);
  await others.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) w`);
  isUnavailable(await answer);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await count('Client', 'name', 'Ended')).toBe(0);
});
