import { beforeEach, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { Answer, TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';

const api = useTestApi({ bodyLimitBytes: 4_000_000 });

let own: TestWorkspace;

const bulk = (operation: string, items: unknown[], more: object = {}) =>
  own.post('bulk', { operation, items, ...more });

const clients = () =>
  api.database.prisma.client.findMany({
    where: { accountId: own.accountId },
    orderBy: { id: 'asc' },
    select: { name: true, notes: true },
  });
const names = async () => (await clients()).map(({ name }) => name);

beforeEach(async () => {
  own = await api.addWorkspace();
});

describe('creates', () => {
  test('return the same as each alone, in their order', async () => {
    const { status, body } = await bulk('createClient', [
      { name: 'Acme', phone: '1' },
      { name: 'Bolt' },
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ done: 2, refused: 0 });
    const alone = (await own.post('clients/create', { name: 'Alone' })).body;
    for (const [index, { record, ...rest }] of body.results.entries()) {
      expect(rest).toEqual({ index, status: 200, error: null });
      expect(Object.keys(record)).toEqual(Object.keys(alone));
    }
    expect(await names()).toEqual(['Acme', 'Bolt', 'Alone']);
  });

  test('are all rejected if one fails, with all errors', async () => {
    await own.post('clients/create', { name: 'There' });
    const items = [{ name: 'Acme' }, { name: ' ' }, { name: 'There' }, { name: 'Acme' }];
    const { status, body } = await bulk('createClient', items);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([
      'items.1.name',
      'items.2.name',
      'items.3.name',
    ]);
    expect(await names()).toEqual(['There']);
  });

  test('are those that succeed, on request', async () => {
    await own.post('clients/create', { name: 'There' });
    const items = [{ name: 'There' }, { name: 'Acme' }, { name: '' }, { name: 'Bolt' }];
    const { body } = await bulk('createClient', items, { partial: true });
    expect(body).toMatchObject({ done: 2, refused: 2 });
    const { results } = body;
    expect(results.map((one: { status: number }) => one.status)).toEqual([409, 200, 400, 200]);
    expect(results[0]).toMatchObject({ record: null, error: { code: 'name_taken' } });
    expect(results[0].error.message).toContain('There is already a client named "There"');
    expect(results[2].error.errors).toMatchObject([{ path: 'items.2.name', code: 'required' }]);
    expect(await names()).toEqual(['There', 'Acme', 'Bolt']);
  });

  test('see the records created before them, and none of a rejected one', async () => {
    const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const items = [
      { ...time, clientName: 'Made', createClient: true },
      { ...time, clientName: 'Made' },
      { ...time, clientName: 'Lost', createClient: true, userEmail: 'nobody@ours.example' },
      { ...time, clientName: 'Lost' },
    ];
    const { body } = await bulk('createTimeEntry', items, { partial: true });
    const found = body.results.map((one: { status: number }) => one.status);
    expect(found.slice(0, 2)).toEqual([200, 200]);
    expect(found.slice(2).every((status: number) => status >= 400)).toBe(true);
    expect(await names()).toEqual(['Made']);
    const { accountId } = own;
    const logged = await api.database.prisma.logEntry.findMany({
      where: { accountId, operation: 'POST bulk' },
      orderBy: { place: 'asc' },
    });
    expect(logged.map(({ kind, recordType }) => `${kind} ${recordType}`)).toEqual([
      'CREATED Client',
      'CREATED TimeEntry',
      'CREATED TimeEntry',
    ]);
  });

  test('of payments take no more than is due', async () => {
    await own.post('clients/create', { name: 'Acme' });
    const invoice = (await own.post('invoices/create', { clientName: 'Acme', amount: 100 })).body;
    const pay = (amount: number) => ({ invoiceNumber: invoice.invoiceNumberFormatted, amount });
    const rejection = await bulk('createPayment', [pay(60), pay(60)]);
    expect(rejection).toMatchObject({ status: 409, body: { code: 'payment_exceeds_amount_due' } });
    const { accountId } = own;
    expect(await api.database.prisma.payment.count({ where: { accountId } })).toBe(0);
    const { body } = await bulk('createPayment', [pay(60), pay(60), pay(40)], { partial: true });
    expect(body.results.map((one: { status: number }) => one.status)).toEqual([200, 409, 200]);
    const where = { accountId, id: invoice.id };
    const paid = await api.database.prisma.invoice.findFirst({ where });
    expect(paid).toMatchObject({ status: 'PAID' });
    expect(paid?.amountDue.toNumber()).toBe(0);
  });

  test('of payments of the same invoices in another order, at the same time, all succeed', async () => {
    await own.post('clients/create', { name: 'Acme' });
    const bills = [];
    for (let at = 0; at < 2; at += 1) {
      bills.push((await own.post('invoices/create', { clientName: 'Acme', amount: 100 })).body);
    }
    const numbers = [bills[0].invoiceNumberFormatted, bills[1].invoiceNumber];
    const paid = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const order = at % 2 === 0 ? numbers : numbers.toReversed();
        const items = order.map((invoiceNumber) => ({ invoiceNumber, amount: 1 }));
        return recordStatements(() => bulk('createPayment', items));
      }),
    );
    expect(paid.map(({ result }) => result.status)).toEqual(Array(8).fill(200));
    // No write was repeated.
    const begun = paid.flatMap(({ statements }) => statements.filter((one) => one === 'BEGIN'));
    expect(begun).toHaveLength(8);
    expect(await api.database.prisma.payment.count({ where: { accountId: own.accountId } })).toBe(
      16,
    );
  });

  test('of the same names in another order, at the same time, all succeed', async () => {
    const time = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const named: [operation: string, item: (name: string) => object][] = [
      ['createClient', (name) => ({ name })],
      ['createTimeEntry', (clientName) => ({ ...time, clientName, createClient: true })],
      [
        'createFormSubmission',
        (caller) => ({ email: `${caller}@leads.example`, businessName: caller }),
      ],
      ['createExpense', (vendor) => ({ amount: 1, vendor })],
    ];
    for (const [operation, item] of named) {
      const awaitedCount = Array.from({ length: 8 }, (_, at) => `${operation}-${at}`);
      const done = await Promise.all(
        Array.from({ length: 4 }, (_, at) => {
          const order = at % 2 === 0 ? awaitedCount : awaitedCount.toReversed();
          return recordStatements(() => bulk(operation, order.map(item), { partial: true }));
        }),
      );
      expect(done.map(({ result }) => result.status)).toEqual(Array(4).fill(200));
      // No write was repeated.
      const begun = done.flatMap(({ statements }) => statements.filter((one) => one === 'BEGIN'));
      expect(begun).toHaveLength(4);
    }
    expect(new Set(await names()).size).toBe((await names()).length);
  });

  test('cost three statements in addition to the one that writes and the one that reads', async () => {
    const cost = async (count: number) => {
      const items = Array.from({ length: count }, (_, at) => ({ name: `Client ${count} ${at}` }));
      return (await recordStatements(() => bulk('createClient', items))).statements.length;
    };
    expect((await cost(11)) - (await cost(1))).toBe(10 * 4);
  });
});

describe('updates', () => {
  test('change existing records, all of them or none', async () => {
    const { results } = (await bulk('createClient', [{ name: 'Acme' }, { name: 'Bolt' }])).body;
    const [one, two] = results.map(({ record }: { record: { id: string } }) => record.id);
    const failing = await bulk('patchClient', [
      { id: one, notes: 'Changed' },
      { id: 'cli_none', notes: 'Changed' },
      { notes: 'No id' },
    ]);
    expect(failing.status).toBe(404);
    expect(failing.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'items.1.id',
      'items.2.id',
    ]);
    expect((await clients()).map(({ notes }) => notes)).toEqual([null, null]);
    const items = [one, two].map((id) => ({ id, notes: 'Changed' }));
    expect((await bulk('patchClient', items)).body).toMatchObject({ done: 2 });
    expect((await clients()).map(({ notes }) => notes)).toEqual(['Changed', 'Changed']);
  });

  test('of the same records in another order, at the same time, all succeed', async () => {
    const { results } = (await bulk('createClient', [{ name: 'Acme' }, { name: 'Bolt' }])).body;
    const ids = results.map(({ record }: { record: { id: string } }) => record.id);
    const change = (order: string[], notes: string) =>
      bulk(
        'patchClient',
        order.map((id) => ({ id, notes })),
      );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        change(at % 2 === 0 ? ids : ids.toReversed(), `Note ${at}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [first, second] = await clients();
    expect(first?.notes).toBe(second?.notes);
  });
});

describe('idempotent', () => {
  const send = (key: string, body: object) =>
    api.request('/public/action/bulk', {
      method: 'POST',
      headers: {
        'x-api-key': own.key,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });

  test.each([
    ['a short answer', 'x'],
    ['an answer that is too long to be kept', 'x'.repeat(10_000)],
  ])('%s is replayed', async (_, notes) => {
    const items = Array.from({ length: 110 }, (_, at) => ({ name: `Client ${at % 109}`, notes }));
    const body = { operation: 'createClient', items, partial: true };
    const first = await send(`once-${notes.length}`, body);
    expect(first.body).toMatchObject({ done: 109, refused: 1 });
    const second = await send(`once-${notes.length}`, body);
    expect(second.text === first.text).toBe(true);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await clients()).toHaveLength(109);
  });
});

test('requires the scopes of its input', async () => {
  const { key } = await makeKey(own.context, ['time:write', 'clients:read']);
  const answer = await api.request('/public/action/bulk', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'createClient', items: [{ name: 'Acme' }], partial: true }),
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
  expect(await names()).toEqual([]);
});

test('reveals no existing records to a key without read permission', async () => {
  await own.post('clients/create', { name: 'There' });
  const { key } = await makeKey(own.context, ['clients:write']);
  const { body } = await api.request('/public/action/bulk', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ operation: 'createClient', items: [{ name: 'There' }], partial: true }),
  });
  expect(body.results).toMatchObject([{ status: 409, error: { code: 'conflicting_state' } }]);
});

test('rejects a version of no record, and takes that of each item', async () => {
  const { id } = (await own.post('clients/create', { name: 'Acme' })).body;
  const send = (ifMatch: string, expectedVersion: number) =>
    api.request('/public/action/bulk', {
      method: 'POST',
      headers: { 'x-api-key': own.key, 'content-type': 'application/json', 'if-match': ifMatch },
      body: JSON.stringify({
        operation: 'patchClient',
        items: [{ id, notes: 'Changed', expectedVersion }],
      }),
    });
  const denied = await send('"7"', 1);
  expect(denied).toMatchObject({ status: 400, body: { errors: [{ path: 'If-Match' }] } });
  expect(await send('*', 7)).toMatchObject({ status: 409, body: { code: 'version_mismatch' } });
  expect((await clients())[0]?.notes).toBeNull();
  expect((await send('*', 1)).status).toBe(200);
});

test.each([
  ['no operation', {}, ['operation', 'items']],
  [
    'one that is no create and no update',
    { operation: 'approveDeliverable', items: [{}] },
    ['operation'],
  ],
  ['itself', { operation: 'bulk', items: [{}] }, ['operation']],
  ['no items', { operation: 'createClient', items: [] }, ['items']],
  [
    'what is no body',
    { operation: 'createClient', items: [{}, 'A', [], null] },
    ['items.1', 'items.2', 'items.3'],
  ],
  ['too many', { operation: 'createClient', items: Array(501).fill({ name: 'A' }) }, ['items']],
])('rejects %s', async (_, body, paths) => {
  const { status, body: answer } = await own.post('bulk', body);
  expect(status).toBe(400);
  expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
});

test('an item contains the id of its record, and the same items create nothing else', async () => {
  const items = [
    { name: 'Acme', newId: newId('Client') },
    { name: 'Bolt', newId: newId('Client') },
  ];
  const { body } = await bulk('createClient', items);
  expect(body.results.map(({ record }: Answer['body']) => record.id)).toEqual(
    items.map((item) => item.newId),
  );
  expect((await bulk('createClient', items)).body).toEqual(body);
  expect(await names()).toEqual(['Acme', 'Bolt']);
  const [first, second] = items;
  const other = await bulk('createClient', [first, { ...second, phone: '1' }]);
  expect(other).toMatchObject({ status: 409, body: { code: 'id_taken' } });
});

test('an item is changed if it has the version that is expected of it', async () => {
  const made = await bulk('createClient', [{ name: 'Acme' }, { name: 'Bolt' }, { name: 'Core' }]);
  const items = made.body.results.map(({ record }: Answer['body'], index: number) => ({
    id: record.id,
    city: 'Rome',
    expectedVersion: index === 0 ? 1 : 7,
  }));
  const all = await bulk('patchClient', items);
  expect(all).toMatchObject({ status: 409, body: { code: 'version_mismatch' } });
  expect(all.body.errors[0].path).toBe('items.1.expectedVersion');
  const { body } = await bulk('patchClient', items, { partial: true });
  expect(body).toMatchObject({ done: 1, refused: 2 });
  expect(body.results[0].record.city).toBe('Rome');
  expect(body.results[1]).toMatchObject({ status: 409, error: { code: 'version_mismatch' } });
});
