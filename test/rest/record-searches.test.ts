import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

const paths = [
  'timeWorked/search',
  'expenses/search',
  'invoices/search',
  'payments/search',
  'opportunities/search',
] as const;

// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
const made: Record<string, any[]> = {};
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
let acme: any;

const time = (day: string, more: object) => ({
  timerStart: `${day}T23:30:00Z`,
  timerEnd: `${day}T23:50:00Z`,
  ...more,
});

beforeAll(async () => {
  acme = await created(api.ours, 'clients/create', { name: 'Acme' });
  await created(api.ours, 'clients/create', { name: 'Bolt' });
  await created(api.ours, 'projects/create', { name: 'Relaunch', clientName: 'Acme' });
  const several = async (path: string, bodies: object[]) => {
    const answers = [];
    for (const body of bodies) answers.push(await created(api.ours, path, body));
    return answers;
  };
  made['timeWorked/search'] = await several('timeWorked/create', [
    time('2026-03-02', { clientName: 'Acme', projectName: 'Relaunch' }),
    time('2026-03-03', { clientName: 'Bolt' }),
    time('2026-03-01', { clientName: 'Acme' }),
  ]);
  made['expenses/search'] = await several('expenses/create', [
    { amount: 10, date: '2026-03-02T12:00:00Z', clientName: 'Acme', vendor: 'Railways' },
    { amount: 20, date: '2026-03-03T12:00:00Z', clientName: 'Bolt', billNo: 'B-7' },
    { amount: 30, date: '2026-03-01T12:00:00Z', clientName: 'Acme' },
  ]);
  const items = [{ description: 'Work', quantity: 1, rate: 100 }];
  made['invoices/search'] = await several('invoices/create', [
    { clientName: 'Acme', items, dateCreated: '2026-03-02', dueDate: '2026-04-01' },
    { clientName: 'Bolt', items, invoiceNumber: 'B-2026', dueDate: '2027-04-01' },
    { clientName: 'Acme', items, dueDate: '2027-04-01' },
  ]);
  const [first, second] = made['invoices/search'];
  for (const [of, amount, referenceNumber] of [
    [first, 10, 'RF-1'],
    [second, 20, 'RF-2'],
    [first, 30, null],
  ]) {
    const { invoiceNumberFormatted: invoiceNumber } = of;
    const body = { invoiceNumber, amount, referenceNumber, date: '2026-03-05' };
    await created(api.ours, 'payment/create', body);
  }
  made['opportunities/search'] = await several('opportunities/create', [
    { name: 'Phase two', clientName: 'Acme' },
    { name: 'Shop', clientName: 'Bolt' },
    { name: 'Phase three', clientName: 'Acme' },
  ]);
});

const search = async (path: string, query?: Record<string, string>) => {
  const answer = await api.ours.get(path, query);
  expect([path, query, answer.status]).toEqual([path, query, 200]);
  return answer.body;
};
// biome-ignore lint/suspicious/noExplicitAny: bodies of answers
const idsOf = (records: any[]) => records.map(({ id }) => id);

describe.each(paths)('%s', (path) => {
  test('returns the created records, as they were returned then, in their order', async () => {
    const all = await search(path);
    expect(all).toHaveLength(3);
    expect(idsOf(all)).toEqual([...idsOf(all)].sort());
    // The invoices have payments now, and payments were returned as the invoice.
    if (made[path] && path !== 'invoices/search') expect(all).toEqual(made[path]);
    for (const record of all) expect(await search(path, { id: record.id })).toEqual([record]);
    expect((await api.theirs.get(path)).body).toEqual([]);
    expect((await api.theirs.get(path, { id: all[0].id })).body).toEqual([]);
  });

  test('takes a client’s id or exact name', async () => {
    const all = await search(path);
    const expected = [all[0].id, all[2].id];
    expect(idsOf(await search(path, { clientId: acme.id }))).toEqual(expected);
    expect(idsOf(await search(path, { query: 'Acme' }))).toEqual(expected);
    for (const none of ['acme', 'Acm', 'Nobody'])
      expect(await search(path, { query: none })).toEqual([]);
    expect(await search(path, { clientId: newId('Client') })).toEqual([]);
  });

  test('continues after a record, and from an instant', async () => {
    const all = await search(path);
    expect(await search(path, { after: all[0].id })).toEqual(all.slice(1));
    expect(await search(path, { after: all[2].id })).toEqual([]);
    expect(await search(path, { updatedSince: '2020-01-01T00:00:00Z' })).toEqual(all);
    expect(await search(path, { updatedSince: '2100-01-01T00:00:00Z' })).toEqual([]);
  });

  test('is one statement, and names every parameter at error', async () => {
    const counted = await recordStatements(() =>
      search(path, { query: 'Acme', from: '2026-01-01' }),
    );
    // The key, then the list.
    expect(counted.statements).toHaveLength(2);
    const wrong = { from: '2026-02-30', to: 'soon', updatedSince: 'then' };
    const { status, body } = await api.ours.get(path, wrong);
    expect(status).toBe(400);
    expect(body.errors.map((problem: { path: string }) => problem.path)).toEqual(
      Object.keys(wrong),
    );
    const turned = await api.ours.get(path, { from: '2026-03-02', to: '2026-03-01' });
    expect(turned.body.errors).toMatchObject([{ path: 'to', code: 'before_from' }]);
    for (const after of ['garbage', acme.id]) {
      const unreachable = await api.ours.get(path, { after });
      expect(unreachable.body.errors).toMatchObject([{ path: 'after', code: 'invalid_format' }]);
    }
  });
});

test('days are those of the workspace, both ends included', async () => {
  const east = await api.addWorkspace({ timeZone: 'Asia/Tokyo' });
  await created(east, 'clients/create', { name: 'Acme' });
  // Half past eight in the morning of the third, there.
  const entry = await created(
    east,
    'timeWorked/create',
    time('2026-03-02', { clientName: 'Acme' }),
  );
  const on = async (from: string, to: string) =>
    idsOf((await east.get('timeWorked/search', { from, to })).body);
  expect(await on('2026-03-03', '2026-03-03')).toEqual([entry.id]);
  expect(await on('2026-03-02', '2026-03-02')).toEqual([]);
  expect(
    idsOf(await search('payments/search', { from: '2026-03-05', to: '2026-03-05' })),
  ).toHaveLength(3);
  expect(await search('payments/search', { from: '2026-03-06' })).toEqual([]);
  expect(await search('payments/search', { to: '2026-03-04' })).toEqual([]);
});

test.each([
  ['timeWorked/search', 'Relaunch', [0]],
  ['expenses/search', 'Railways', [0]],
  ['expenses/search', 'B-7', [1]],
  ['invoices/search', 'B-2026', [1]],
  ['payments/search', 'B-2026', [1]],
  ['payments/search', 'RF-1', [0]],
  ['opportunities/search', 'Shop', [1]],
] as const)('%s finds "%s"', async (path, query, positions) => {
  const all = await search(path);
  expect(await search(path, { query })).toEqual(positions.map((position) => all[position]));
});

test('a key without read permission for clients cannot find out their names, and finds by id', async () => {
  const { key } = await makeKey(api.ours.context, ['invoices:read']);
  const caller = workspaceOf(api, api.ours.context, key);
  const named = await caller.get('invoices/search', { query: 'Acme' });
  expect(named).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
  const id = made['invoices/search']?.[0].id;
  expect((await caller.get('invoices/search', { id })).body).toMatchObject([{ id }]);
});

test('a thousand at most, and a link to those that come after them', async () => {
  const many = await api.addWorkspace();
  await api.database.pool.query(
    `INSERT INTO "TimeEntry" ("accountId", id, "userId", "timerStart", "timerEnd")
     SELECT $1, 'tim_' || lpad(n::text, 8, '0'), $2, now(), now() + interval '1 hour' FROM generate_series(1, 2001) n`,
    [many.accountId, many.context.workspace.ownerId],
  );
  const sizes = [];
  const found = new Set<string>();
  let next: string | undefined = '/public/action/timeWorked/search?from=2020-01-01';
  while (next !== undefined) {
    const { body, headers, status } = await api.request(next, {
      headers: { 'x-api-key': many.key },
    });
    expect(status).toBe(200);
    sizes.push(body.length);
    for (const { id } of body) found.add(id);
    const [, target] = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    next = target;
    if (next) expect(next).toMatch(/from=2020-01-01&after=tim_0000[12]000$/);
  }
  expect(sizes).toEqual([1_000, 1_000, 1]);
  expect(found.size).toBe(2_001);
});
