import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import { byOperation, callRoute, routes } from '../support/routes.ts';

const api = useTestApi({ overSocket: true });
const strict = { prefer: 'handling=strict' };

const routeOf = (operationId: string) => {
  const route = routes.find((one) => one.operationId === operationId);
  if (!route) throw new Error(`There is no operation ${operationId}.`);
  return route;
};
const call = (operationId: string, rest: Parameters<typeof callRoute>[2]) =>
  callRoute(api, routeOf(operationId), rest);
const ignoredIn = ({ headers }: { headers: Headers }) => headers.get('ignored-parameters');
const countClients = () =>
  api.database.prisma.client.count({ where: { accountId: api.ours.accountId } });

describe('Ignored-Parameters', () => {
  test('names query parameters', async () => {
    const answer = await call('searchInvoices', { query: { state: 'PAID', first: '2' } });
    expect([answer.status, ignoredIn(answer)]).toEqual([200, 'state, first']);
    const known = await call('searchClients', { query: { 'id[]': 'x', query: '' } });
    expect([known.status, ignoredIn(known)]).toEqual([200, null]);
  });

  test('names query parameters of operations that take none, or a body', async () => {
    expect(ignoredIn(await call('listClients', { query: { _: '1' } }))).toBe('_');
    const twice = await api.request('/public/action/clients/list?_=1&_=2', {
      headers: { 'x-api-key': api.ours.key },
    });
    expect(ignoredIn(twice)).toBe('_');
    const created = await api.request('/public/action/clients/create?dryRun=true', {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Dry run' }),
    });
    expect([created.status, ignoredIn(created)]).toEqual([200, 'dryRun']);
  });

  test('names body fields, first those of the body itself', async () => {
    await api.ours.post('clients/create', { name: 'Nested' });
    const items = [{ description: 'Work', quantity: 1, rate: 100, taxrate: 19 }];
    const body = { clientName: 'Nested', items, taxrate: 19 };
    const answer = await call('createInvoice', { body });
    expect([answer.status, ignoredIn(answer)]).toEqual([200, 'taxrate, items.0.taxrate']);
  });

  test('names fields of bulk items', async () => {
    const body = { operation: 'createClient', items: [{ name: 'One' }, { name: 'Two', nmae: '' }] };
    expect(ignoredIn(await call('bulk', { body }))).toBe('items.1.nmae');
  });

  test('names the id of a create, unless a key makes it count', async () => {
    const body = { id: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f11', name: 'With id' };
    expect(ignoredIn(await call('createClient', { body: { ...body, name: 'Other' } }))).toBe('id');
    const headers = { 'idempotency-key': 'with-an-id' };
    const created = await call('createClient', { body, headers });
    expect([ignoredIn(created), created.body.id]).toEqual([null, body.id]);
    const replayed = await call('createClient', { body: { ...body, x: 1 }, headers });
    expect(replayed.status).toBe(422);
  });

  test('names the id of a line, also with a key', async () => {
    await api.ours.post('clients/create', { name: 'Keyed' });
    const items = [{ id: 'ili_1', description: 'Work', quantity: 1, rate: 100 }];
    const headers = { 'idempotency-key': 'with-the-id-of-a-line' };
    const body = { clientName: 'Keyed', items };
    const created = await call('createInvoice', { body, headers });
    const replayed = await call('createInvoice', { body, headers });
    expect([created, replayed].map(ignoredIn)).toEqual(['items.0.id', 'items.0.id']);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  });

  test.each(['createClient', 'createInvoice', 'bulk'])(
    'lists in lists are invalid in any number: %s',
    async (operationId) => {
      const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;
      for (const field of ['items', 'contacts']) {
        const text = `{"operation": "createClient", "${field}": ${deep}}`;
        const answer = await call(operationId, { text });
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      }
    },
  );

  test('is on errors too', async () => {
    const answer = await call('createClient', { body: { nam: 'Misspelt' } });
    expect([answer.status, ignoredIn(answer)]).toEqual([400, 'nam']);
  });

  test('reports at most a hundred unknown names', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `名${index}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const answer = await call('createClient', { body, headers: strict });
    expect([answer.status, answer.body.errors.length]).toEqual([400, 100]);
  });

  test('is safe and short for all names', async () => {
    const hostile = ['a\r\nset-cookie: b', 'c, d', 'ü\uD800', '%41', 'x'.repeat(50_000), '"'];
    const names = [...hostile, ...Array.from({ length: 500 }, (_, index) => `名${index}`)];
    const body = { name: 'Hostile', ...Object.fromEntries(names.map((name) => [name, 1])) };
    const answer = await call('createClient', { body });
    expect(answer.status).toBe(200);
    const header = ignoredIn(answer) ?? '';
    expect(header).toMatch(/^[\w.~!*'()%-]+(, [\w.~!*'()%-]+)*$/);
    expect(header.length).toBeLessThanOrEqual(1_040);
    const displayed = header.split(', ').map(decodeURIComponent);
    expect(displayed).toHaveLength(20);
    expect(displayed.slice(0, 4)).toEqual(['a\r\nset-cookie: b', 'c, d', 'ü\uFFFD', '%41']);
    const query = await api.request('/public/action/clients/list?%FF%FE=1&a%0d%0ab=2&&=3', {
      headers: { 'x-api-key': api.ours.key },
    });
    expect([query.status, ignoredIn(query)]).toEqual([200, '%25FF%25FE, a%0D%0Ab']);
  });
});

describe('Prefer: handling=strict', () => {
  test('rejects unknown names with the closest known name, and writes nothing', async () => {
    const before = await countClients();
    const body = {
      name: 'Strict',
      tax_id: 'X',
      defaultTaxRat: 19,
      contacts: [{ emial: 'a', phone_number: '1' }],
      q: 1,
      phoneNumber: '1',
    };
    const answer = await call('createClient', { body, query: {}, headers: strict });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const problems = answer.body.errors.map(({ path, code, message }: Record<string, string>) => [
      path,
      code,
      message,
    ]);
    expect(problems).toEqual([
      ['tax_id', 'unknown_field', 'is not known here. Did you mean taxId?'],
      ['defaultTaxRat', 'unknown_field', 'is not known here. Did you mean defaultTaxRate?'],
      ['q', 'unknown_field', expect.stringContaining('Known names: name, ')],
      ['phoneNumber', 'unknown_field', 'is not known here. Did you mean phone?'],
      ['contacts.0.emial', 'unknown_field', 'is not known here. Did you mean email?'],
      ['contacts.0.phone_number', 'unknown_field', 'is not known here. Did you mean phone?'],
    ]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(await countClients()).toBe(before);
    const invoice = { clientName: 'Strict', lineItems: [] };
    const other = await call('createInvoice', { body: invoice, headers: strict });
    expect(other.body.errors[0].message).toContain('Did you mean items?');
  });

  test.each([
    'handling=strict',
    'respond-async, Handling="strict"; x=1',
    'handling=strict,a',
    'handling=strict, handling=lenient',
  ])('%s', async (prefer) => {
    const wrong = await call('searchInvoices', { query: { stats: 'PAID' }, headers: { prefer } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'stats' }] } });
    const right = await call('searchClients', { query: { query: 'a' }, headers: { prefer } });
    expect(right.status).toBe(200);
    expect(right.headers.get('preference-applied')).toBe('handling=strict');
  });

  test.each([
    ...['handling=lenient', 'handling=stricter', 'xhandling=strict', ''],
    'handling=lenient, handling=strict',
  ])('is not %j', async (prefer) => {
    const answer = await call('searchInvoices', { query: { stats: '1' }, headers: { prefer } });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
  });
});

describe('the example of', () => {
  const world = {} as Arranged;
  beforeAll(async () => {
    Object.assign(world, await arrange(api, api.ours, 'Strict'));
  });
  const withInput = routes.filter(({ input }) => input.from !== 'nothing');

  test.each(byOperation(withInput))('%s has no unknown names', async (_, route) => {
    const input = (route.example.input ?? {}) as Record<string, string>;
    const sent = { query: { query: input }, path: {}, body: { body: validBody(route, world) } };
    const { from } = route.input as { from: keyof typeof sent };
    const answer = await callRoute(api, route, { ...sent[from], headers: strict });
    const unknown = answer.body?.errors?.filter?.(
      ({ code }: { code: string }) => code === 'unknown_field',
    );
    expect([ignoredIn(answer), unknown ?? []], answer.text).toEqual([null, []]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  test.each(byOperation(routes.filter(({ method }) => method === 'PUT')))(
    '%s takes whole records',
    async (_, route) => {
      const settled = await callRoute(api, route, { body: validBody(route, world) });
      expect(settled.status).toBe(200);
      const again = await callRoute(api, route, { body: settled.body, headers: strict });
      expect([again.status, ignoredIn(again)], again.text).toEqual([200, null]);
    },
  );

  test('a project as a search returns it can be sent back', async () => {
    const [found] = (await api.ours.get('projects/search', {})).body;
    const answer = await call('replaceProject', { body: found, headers: strict });
    expect([answer.status, ignoredIn(answer)]).toEqual([200, null]);
  });
});
