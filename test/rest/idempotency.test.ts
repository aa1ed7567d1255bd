import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { narrowApiKey } from '../../src/domain/workspaces/narrow-api-key.ts';
import { fullAccessScopes } from '../../src/platform/permissions/permissions.ts';
import {
  deleteExpiredResponses,
  maxStoredResponseBytes,
  responseRetentionDays,
} from '../../src/write/idempotency/response-store.ts';
import type { Answer } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { breakConnectionAt } from '../support/broken-statements.ts';
import { isDistributedHere } from '../support/citus.ts';
import { openTestDatabase } from '../support/database.ts';

/** A write that is repeated with its key runs once. test/exhaustive checks this for every write. */

const api = useTestApi({ overSocket: true });

beforeAll(async () => {
  await api.ours.post('clients/create', { name: 'Lovelace' });
  await api.ours.post('projects/create', { name: 'Engine', clientName: 'Lovelace' });
});

interface Sent {
  method?: string;
  key?: string;
  app?: typeof api.app;
}

/** Sends a body, in either API, with a key against doing it twice. */
async function send(path: string, body: object, name: string, sent: Sent = {}): Promise<Answer> {
  const { app = api.app, key = api.ours.key, method = 'POST' } = sent;
  const response = await app.request(path === 'graphql' ? '/graphql' : `/public/action/${path}`, {
    method,
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'idempotency-key': name,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { headers, status } = response;
  return { status, headers, text, body: text === '' ? '' : JSON.parse(text) };
}

const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed');

async function newInvoice(amount = 100): Promise<string> {
  const invoice = { clientName: 'Lovelace', amount };
  return (await api.ours.post('invoices/create', invoice)).body.invoiceNumberFormatted;
}

async function paymentsOf(invoiceNumber: string): Promise<number> {
  const invoice = { invoiceNumberFormatted: invoiceNumber };
  return api.database.prisma.payment.count({ where: { invoice } });
}

const clients = (name: string) => api.database.prisma.client.count({ where: { name } });

const newKey = (scopes: readonly string[] = fullAccessScopes) =>
  createApiKey(api.ours.context, { name: 'Other', scopes: [...scopes] });

describe('the same again', () => {
  test('creates one payment, and returns the same bytes with a header for the replay', async () => {
    const invoiceNumber = await newInvoice();
    const body = { invoiceNumber, amount: 30 };
    const first = await send('payment/create', body, 'pay-1');
    const second = await send('payment/create', body, 'pay-1');
    expect(first).toMatchObject({ status: 200, body: { amountDue: 70 } });
    expect(second).toMatchObject({ status: 200, text: first.text });
    expect([isReplayed(first), isReplayed(second)]).toEqual([null, 'true']);
    expect(await paymentsOf(invoiceNumber)).toBe(1);
  });

  test('is the same for another order of fields and another base path', async () => {
    const first = await send('clients/create', { name: 'Order', city: 'Ulm' }, 'order');
    const again = await api.request('/zapier/action/clients/create', {
      method: 'POST',
      headers: {
        'x-api-key': api.ours.key,
        'content-type': 'application/json',
        'idempotency-key': 'order',
      },
      body: '{ "city": "Ulm",  "name": "Order" }',
    });
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  test('returns the record as it was then, regardless of later changes', async () => {
    const first = await send('clients/create', { name: 'Then' }, 'then');
    await api.ours.patch('clients/update', { id: first.body.id, name: 'Now' });
    expect((await send('clients/create', { name: 'Then' }, 'then')).text).toBe(first.text);
  });

  test('is something else for another key, another workspace and without a key', async () => {
    const { key } = await newKey();
    const first = await send('clients/create', { name: 'Mine' }, 'mine');
    expect(first.status).toBe(200);
    expect((await send('clients/create', { name: 'Mine' }, 'mine', { key })).status).toBe(409);
    const theirs = await send('clients/create', { name: 'Mine' }, 'mine', { key: api.theirs.key });
    expect(theirs.status).toBe(200);
    expect(isReplayed(theirs)).toBeNull();
    expect((await api.ours.post('clients/create', { name: 'Mine' })).status).toBe(409);
  });

  test('is 422 with another input, and with another operation', async () => {
    await send('clients/create', { name: 'Reused' }, 'reused');
    for (const [path, body] of [
      ['clients/create', { name: 'Reused 2' }],
      ['projects/create', { name: 'Reused', clientName: 'Reused' }],
    ] as const) {
      const answer = await send(path, body, 'reused');
      expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    }
    expect(await clients('Reused 2')).toBe(0);
  });

  test('is executed again if it failed the first time', async () => {
    const body = { name: 'Site', clientName: 'Not yet' };
    expect((await send('projects/create', body, 'anew')).status).toBe(404);
    await api.ours.post('clients/create', { name: 'Not yet' });
    const second = await send('projects/create', body, 'anew');
    expect([second.status, isReplayed(second)]).toEqual([200, null]);
  });

  test('gets the same errors as without a key, in both APIs', async () => {
    const { body } = await api.ours.post('clients/create', { name: 'Kept away' });
    await api.ours.patch('clients/update', { id: body.id, archive: true });
    const plain = await api.ours.post('clients/create', { name: 'Kept away' });
    const keyed = await send('clients/create', { name: 'Kept away' }, 'taken');
    expect(plain.body.message).toContain('which is archived');
    expect(keyed).toMatchObject({ status: 409, body: { message: plain.body.message } });
    const query = `mutation { createClient(input: { name: "Kept away" }) {
      __typename ... on ConflictError { code message } } }`;
    const endpoint = await send('graphql', { query }, 'taken-too');
    expect(endpoint.body.data.createClient).toEqual({
      __typename: 'ConflictError',
      code: 'name_taken',
      message: plain.body.message,
    });
  });
});

test.each([
  ['', 'must not be empty'],
  ['x'.repeat(256), 'must have at most 255 characters'],
  ['two words', 'without spaces'],
])('a key such as %j is rejected with a message', async (name, words) => {
  const answer = await send('clients/create', { name: 'Bad key' }, name);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', errors: [{ path: 'Idempotency-Key' }] },
  });
  expect(answer.body.message).toContain(words);
  expect(await clients('Bad key')).toBe(0);
});

test('a body that is nested too deeply to be compared is rejected with a message', async () => {
  const body = `{"name":"Deep","more":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const answer = await api.request('/public/action/clients/create', {
    method: 'POST',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      'idempotency-key': 'deep',
    },
    body,
  });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('a read ignores the key', async () => {
  const headers = { 'x-api-key': api.ours.key, 'idempotency-key': 'two words' };
  const list = await api.request('/public/action/clients/list', { headers });
  expect(list.status).toBe(200);
  const read = await send('graphql', { query: '{ workspace { id } }' }, 'two words');
  expect(read.body.data.workspace.id).toMatch(/^wsp_/);
});

describe('a mutation', () => {
  const create = (name: string, directive = '') =>
    `createClient(input: { name: "${name}" }) ${directive} { ... on CreateClientSuccess { client { id name } } }`;

  test('with a key at the field is executed once, each field separately', async () => {
    const query = (second: string) => `mutation {
      a: ${create('Field A', '@idempotent(key: "field-a")')}
      b: ${create(second, `@idempotent(key: "${second.replace(' ', '-')}")`)} }`;
    const headers = { 'x-api-key': api.ours.key, 'content-type': 'application/json' };
    const ask = async (source: string) =>
      api.request('/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: source }),
      });
    const first = await ask(query('Field B'));
    const again = await ask(query('Field B'));
    expect(first.body.data).toMatchObject({ a: { client: { name: 'Field A' } } });
    expect(again.text).toBe(first.text);
    expect([isReplayed(first), isReplayed(again)]).toEqual([null, 'true']);
    expect([await clients('Field A'), await clients('Field B')]).toEqual([1, 1]);
    const other = await ask(query('Field C'));
    expect(other.body.errors).toMatchObject([
      { path: ['a'], extensions: { code: 'idempotency_key_reused' } },
    ]);
  });

  test('takes the key from a variable, which is no other plan of the operation', async () => {
    const query = `mutation ($key: String!, $name: String!) {
      createClient(input: { name: $name }) @idempotent(key: $key) {
        ... on CreateClientSuccess { client { id } } } }`;
    const ask = () => api.ours.gql(query, { key: 'variable', name: 'Variable' });
    const [first, again] = [await ask(), await ask()];
    expect(first.body.data.createClient.client.id).toMatch(/^cli_/);
    expect(again.body).toEqual(first.body);
  });

  test('of several fields is rejected with the header, unless each has its own key', async () => {
    const query = `mutation { a: ${create('Several A')} b: ${create('Several B')} }`;
    const rejection = await send('graphql', { query }, 'several');
    expect(rejection.body.errors[0]).toMatchObject({
      message: expect.stringContaining('@idempotent(key:'),
      extensions: { code: 'invalid_operation' },
    });
    expect(await clients('Several A')).toBe(0);
    const own = `mutation { a: ${create('Several A', '@idempotent(key: "s-a")')}
      b: ${create('Several B', '@idempotent(key: "s-b")')} }`;
    expect((await send('graphql', { query: own }, 'several')).body.errors).toBeUndefined();
  });

  test('has its key at its own field, and nowhere else', async () => {
    for (const query of [
      '{ workspace @idempotent(key: "a") { id } }',
      `mutation { createClient(input: { name: "Nested" }) {
        ... on CreateClientSuccess { client @idempotent(key: "a") { id } } } }`,
    ]) {
      const { body } = await api.ours.gql(query);
      expect(body.errors[0].extensions.code).toBe('invalid_operation');
      expect(body.errors[0].message).toContain('only allowed on fields of a mutation');
    }
    expect(await clients('Nested')).toBe(0);
  });

  test('by the header with another document, operation or variables is 422', async () => {
    const query = `mutation One($name: String!) { createClient(input: { name: $name }) { __typename } }`;
    const one = { query, operationName: 'One', variables: { name: 'Header' } };
    expect((await send('graphql', one, 'header')).status).toBe(200);
    for (const other of [
      { ...one, variables: { name: 'Header 2' } },
      { ...one, query: `${query} ` },
    ]) {
      const answer = await send('graphql', other, 'header');
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].extensions.code).toBe('idempotency_key_reused');
    }
  });

  test('that is rejected keeps nothing, and is done again', async () => {
    const query = `mutation { createProject(input: { name: "Anew", clientName: "Later" }) { __typename } }`;
    const first = await send('graphql', { query }, 'mutation-anew');
    expect(first.body.data.createProject.__typename).toBe('NotFoundError');
    await api.ours.post('clients/create', { name: 'Later' });
    const second = await send('graphql', { query }, 'mutation-anew');
    expect(second.body.data.createProject.__typename).toBe('CreateProjectSuccess');
  });
});

describe('a replay', () => {
  test('requires the current permissions of its caller', async () => {
    const { key, record } = await newKey(['clients:read', 'clients:write', 'sales:read']);
    const body = { name: 'Rights' };
    expect((await send('clients/create', body, 'rights', { key })).status).toBe(200);
    await narrowApiKey(api.ours.context, record.id, { scopes: ['clients:read'] });
    const denied = await send('clients/create', body, 'rights', { key });
    expect(denied).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
  });

  test('requires the permissions for other areas that the operation needed', async () => {
    const scopes = ['clients:write', 'projects:write', 'time:write', 'time:read'];
    const { key, record } = await newKey(scopes);
    const body = {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      clientName: 'Made along',
      createClient: true,
    };
    const first = await send('timeWorked/create', body, 'along', { key });
    expect(first.status, first.text).toBe(200);
    await narrowApiKey(api.ours.context, record.id, { scopes: scopes.slice(1) });
    const refused = await send('timeWorked/create', body, 'along', { key });
    expect(refused).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
    expect(refused.text).toContain('clients:write');
  });

  test('contains nothing that its caller may no longer see', async () => {
    const { key, record } = await newKey(['clients:read', 'projects:read', 'projects:write']);
    const query = `mutation { createProject(input: { name: "Seen", clientName: "Lovelace" }) {
      ... on CreateProjectSuccess { project { id name client { name } } } } }`;
    const first = await send('graphql', { query }, 'seen', { key });
    expect(first.body.data.createProject.project.client.name).toBe('Lovelace');
    await narrowApiKey(api.ours.context, record.id, {
      scopes: ['projects:read', 'projects:write'],
    });
    const again = await send('graphql', { query }, 'seen', { key });
    expect(again.text).not.toContain('Lovelace');
    expect(again.body.errors[0].extensions.code).toBe('missing_scope');
  });

  test('never contains a secret: the record without it, and an error that explains it', async () => {
    const query = `mutation { createApiKey(input: { name: "Secret", scopes: [CLIENTS_READ] }) {
      ... on CreateApiKeySuccess { key apiKey { id name } } } }`;
    const first = (await send('graphql', { query }, 'secret')).body.data.createApiKey;
    const again = await send('graphql', { query }, 'secret');
    expect(first.key).toMatch(/^ag_/);
    expect(again.body.data.createApiKey).toEqual({ key: null, apiKey: first.apiKey });
    expect(again.body.errors).toMatchObject([
      { path: ['createApiKey', 'key'], extensions: { code: 'secret_not_kept' } },
    ]);
    expect(isReplayed(again)).toBe('true');
    const { rows } = await api.database.pool.query('SELECT k::text AS kept FROM "KeptAnswer" k');
    expect(rows.map(({ kept }) => kept).join()).not.toContain(first.key.slice(-20));
    expect(await api.database.prisma.apiKey.count({ where: { name: 'Secret' } })).toBe(1);
  });

  test('is read again if the response is too large to store', async () => {
    const notes = 'ö'.repeat(20_000);
    const displayed = Array.from({ length: 28 }, (_, index) => `n${index}: notes`).join(' ');
    const query = `mutation ($notes: String) { createClient(input: { name: "Large", notes: $notes }) {
      ... on CreateClientSuccess { client { id ${displayed} } } } }`;
    const first = await send('graphql', { query, variables: { notes } }, 'large');
    expect(Buffer.byteLength(first.text ?? '')).toBeGreaterThan(maxStoredResponseBytes);
    const [remaining] = await api.database.prisma.keptAnswer.findMany({ where: { key: 'large' } });
    const { client } = first.body.data.createClient;
    expect(remaining).toMatchObject({ answer: null, written: { client: { id: client.id } } });
    const again = await send('graphql', { query, variables: { notes } }, 'large');
    expect(again.text).toBe(first.text);
    expect(isReplayed(again)).toBe('true');
    expect(await clients('Large')).toBe(1);
  });
});

describe('simultaneous requests', () => {
  /** Repeats a request until no other process executes it. */
  const returned = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await ask();
      const reported = answer.body.code ?? answer.body.errors?.[0]?.extensions.code;
      if (reported !== 'idempotency_key_in_use') return answer;
      expect(answer.headers.get('retry-after')).toBe('1');
    }
  };

  test('fifty of one key through two services are one payment, and the same bytes', async () => {
    const other = openTestDatabase({ url: api.databaseUrl });
    const apps = [api.app, createTestApp(other)];
    const [rest, graphql] = [await newInvoice(), await newInvoice()];
    const query = `mutation ($input: RecordPaymentInput!) { recordPayment(input: $input) {
      ... on RecordPaymentSuccess { invoice { id amountDue } } } }`;
    const doors = {
      [rest]: ['payment/create', { invoiceNumber: rest, amount: 10 }],
      [graphql]: [
        'graphql',
        { query, variables: { input: { invoiceNumber: graphql, amount: 10 } } },
      ],
    } as const;
    for (const [invoiceNumber, [path, body]] of Object.entries(doors)) {
      const name = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const app = apps[index % 2] as typeof api.app;
          return returned(() => send(path, body, name, { app }));
        }),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter((answer) => isReplayed(answer) === null)).toHaveLength(1);
      expect(await paymentsOf(invoiceNumber)).toBe(1);
    }
    await other.close();
  });
});

describe('a connection that breaks', () => {
  test.each(['before', 'after'] as const)(
    '%s any statement of a write with several statements leaves all of it behind once, after a retry',
    async (when) => {
      const { client, project, timeEntry } = api.database.prisma;
      let nth = 1;
      for (let isReached = true; isReached; nth += 1) {
        const name = `Walked ${when} ${nth}`;
        const key = `walked-${when}-${nth}`;
        const made = { clientName: name, projectName: name, notes: name };
        const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
        const body = { ...hours, ...made, createClient: true, createProject: true };
        const counts = () =>
          Promise.all([
            client.count({ where: { name } }),
            project.count({ where: { name } }),
            timeEntry.count({ where: { notes: name } }),
          ]);
        const broken = breakConnectionAt(nth, when);
        await send('timeWorked/create', body, key);
        isReached = broken.isReached();
        broken.restore();
        expect(new Set(await counts()).size, `${when} ${nth}`).toBe(1);
        await vi.waitFor(
          async () => expect((await send('timeWorked/create', body, key)).status).toBe(200),
          { timeout: 50_000, interval: 50 },
        );
        expect(await counts(), `${when} ${nth}`).toEqual([1, 1, 1]);
      }
      expect(nth).toBeGreaterThan(6);
    },
  );

  test.each(['before', 'after'] as const)(
    '%s any statement of a payment leaves one payment behind, after a retry',
    async (when) => {
      let nth = 1;
      for (let isReached = true; isReached; nth += 1) {
        const invoiceNumber = await newInvoice();
        const body = { invoiceNumber, amount: 30 };
        const name = randomUUID();
        const broken = breakConnectionAt(nth, when);
        const first = await send('payment/create', body, name);
        isReached = broken.isReached();
        broken.restore();
        if (isReached) expect([200, 500, 503], `${nth}: ${first.text}`).toContain(first.status);
        const again = await vi.waitFor(
          async () => {
            const answer = await send('payment/create', body, name);
            expect(answer.status, answer.text).toBe(200);
            return answer;
          },
          { timeout: 50_000, interval: 50 },
        );
        expect(again.body).toMatchObject({ amountDue: 70 });
        expect(await paymentsOf(invoiceNumber), `${when} ${nth}`).toBe(1);
      }
      // One for each round trip, and one for the last.
      expect(nth).toBeGreaterThan(4);
    },
  );
});

// On Citus, a transaction has more statements by nature.
describe.runIf(!isDistributedHere)('the cost', () => {
  const statementsOf = async (path: string, body: object, name?: string, app = api.app) => {
    const headers = {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      ...(name !== undefined && { 'idempotency-key': name }),
    };
    const { roundTrips, statements } = await recordStatements(async () =>
      app.request(`/public/action/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }),
    );
    const ofKey = statements.filter((text) => text.includes('"ApiKey"')).length;
    return [roundTrips - ofKey, statements.length - ofKey];
  };

  test('is a look and a row in a transaction of the write and its log with a key, and nothing without', async () => {
    const payment = { invoiceNumber: await newInvoice(), amount: 1 };
    const [roundTrips = 0, statements = 0] = await statementsOf('payment/create', payment);
    // One of them reads the client of the draft that the payment issues.
    expect([roundTrips, statements]).toEqual([4, 9]);
    // The guard of the key, and the row that keeps the answer with its reading. The invoice is no draft now.
    expect(await statementsOf('payment/create', payment, 'cost')).toEqual([3, statements]);
    // A replay takes one look-up, and no statement that the server rejects and logs.
    expect(await statementsOf('payment/create', payment, 'cost')).toEqual([1, 1]);
    const invoice = { clientName: 'Lovelace', amount: 1 };
    const [plain = 0, all = 0] = await statementsOf('invoices/create', invoice);
    expect(await statementsOf('invoices/create', invoice, 'cost-2')).toEqual([plain + 1, all + 1]);
  });

  test('is a transaction that does not begin and a look-up if another process executed it', async () => {
    const payment = { invoiceNumber: await newInvoice(), amount: 1 };
    const other = openTestDatabase({ url: api.databaseUrl });
    onTestFinished(() => other.close());
    const app = createTestApp(other);
    // The payment issues a draft, and its errors are known before the answer is kept.
    expect(await statementsOf('payment/create', payment, 'elsewhere', app)).toEqual([5, 10]);
    const [, sent] = await statementsOf('payment/create', payment, 'elsewhere');
    expect(sent).toBeLessThanOrEqual(5);
    expect(await statementsOf('payment/create', payment, 'elsewhere')).toEqual([1, 1]);
  });
});

describe('time', () => {
  const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
  const body = (notes: string) => ({ ...hours, clientName: 'Lovelace', notes });
  const logged = (notes: string) => api.database.prisma.timeEntry.count({ where: { notes } });
  const withKey = (notes: string, app = api.app) =>
    recordStatements(() => send('timeWorked/create', body(notes), notes, { app }));
  const texts = ({ statements }: { statements: string[] }) =>
    statements.filter((text) => !text.includes('"ApiKey"'));

  test.runIf(!isDistributedHere)('is stored with COMMIT, after one more round trip', async () => {
    const first = await withKey('by-one');
    expect(first.result.status).toBe(200);
    // BEGIN, guard of the key, names; guard, entry; audit entries, response, COMMIT
    expect(texts(first)).toHaveLength(8);
    expect(first.roundTrips - (first.statements.length - 8)).toBe(3);
    const again = await withKey('by-one');
    expect([again.result.text, isReplayed(again.result)]).toEqual([first.result.text, 'true']);
    expect(texts(again)).toHaveLength(1);
    expect(await logged('by-one')).toBe(1);
    const other = await send('timeWorked/create', body('another'), 'by-one');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('is stored once by two processes, at the same time or one after the other', async () => {
    const other = openTestDatabase({ url: api.databaseUrl });
    onTestFinished(() => other.close());
    const apps = [api.app, createTestApp(other)];
    const ask = async (turn: number): Promise<Answer> => {
      for (;;) {
        const { result } = await withKey('by-two', apps[turn % 2]);
        if (result.body.code !== 'idempotency_key_in_use') return result;
      }
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, turn) => ask(turn)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter((answer) => isReplayed(answer) === null)).toHaveLength(1);
    expect(await logged('by-two')).toBe(1);
    // A process that never met the key, where what it names is called otherwise by then.
    const third = openTestDatabase({ url: api.databaseUrl });
    onTestFinished(() => third.close());
    const { client } = api.database.prisma;
    const named = (name: string) => ({ where: { accountId: api.ours.accountId, name } });
    await client.updateMany({ ...named('Lovelace'), data: { name: 'Renamed' } });
    const { result } = await withKey('by-two', createTestApp(third));
    await client.updateMany({ ...named('Renamed'), data: { name: 'Lovelace' } });
    expect([result.text, isReplayed(result)]).toEqual([answers[0]?.text, 'true']);
  });

  test('that creates its client is stored, and an error is not', async () => {
    const made = { ...body('by-more'), clientName: 'Byron', createClient: true };
    const [first, again] = [0, 1].map(() => send('timeWorked/create', made, 'by-more'));
    const { status, text } = (await first) as Answer;
    expect(status).toBe(200);
    await again;
    const replay = await send('timeWorked/create', made, 'by-more');
    expect([replay.text, isReplayed(replay)]).toEqual([text, 'true']);
    expect(await logged('by-more')).toBe(1);
    const missing = { ...body('by-nobody'), clientName: 'Nobody' };
    const refused = await send('timeWorked/create', missing, 'by-nobody');
    expect([refused.status, refused.body.code]).toEqual([404, 'name_not_found']);
    expect((await send('timeWorked/create', body('by-nobody'), 'by-nobody')).status).toBe(200);
  });
});

test('responses are stored for seven days, and then deleted', async () => {
  const { pool, prisma } = api.database;
  await send('clients/create', { name: 'Old' }, 'old');
  await send('clients/create', { name: 'Young' }, 'young');
  const day = 86_400_000;
  const age = (key: string, days: number) =>
    pool.query(`UPDATE "KeptAnswer" SET "createdAt" = $2 WHERE key = $1`, [
      key,
      new Date(Date.now() - days * day),
    ]);
  await age('old', responseRetentionDays + 0.01);
  await age('young', responseRetentionDays - 0.01);
  expect(await deleteExpiredResponses(prisma, new Date())).toBe(1);
  const saved = await prisma.keptAnswer.findMany({ where: { key: { in: ['old', 'young'] } } });
  expect(saved.map(({ key }) => key)).toEqual(['young']);
});
