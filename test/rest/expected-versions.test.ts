import { beforeEach, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Answer } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { errorsOf } from '../support/invoices.ts';
import { mutate, mutated } from '../support/mutations.ts';
import { oneWins, raceForVersion } from '../support/version-races.ts';

/** That the walks prove of every change: that it takes a version and honours it. Here is how it is written, and answered. */

const api = useTestApi();
let made = 0;
/** A client that another user has changed since it was read: its phone and its notes. */
let id: string;

beforeEach(async () => {
  made += 1;
  const fields = { name: `Client ${made}`, phone: '1', city: 'London', hourlyAmount: 95.5 };
  ({ id } = (await api.ours.post('clients/create', fields)).body);
  await api.ours.patch('clients/update', { id, phone: '2', notes: 'Pays late' });
});

const change = (body: object, ifMatch?: string): Promise<Answer> =>
  api.request('/public/action/clients/update', {
    method: 'PATCH',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    body: JSON.stringify({ id, ...body }),
  });

const storedCity = async () =>
  (await api.ours.get('clients/search', { id })).body[0]?.city as string;

describe('a version on REST', () => {
  test('is in ETag of every response with one record, and of no list', async () => {
    const search = await api.ours.get('clients/search', { id });
    expect(search.headers.get('etag')).toBe('"2"');
    expect((await api.ours.get('clients/search', { id: 'cli_no' })).headers.get('etag')).toBeNull();
    expect((await api.ours.get('clients/search')).headers.get('etag')).toBeNull();
    expect((await api.ours.get('clients/list')).headers.get('etag')).toBeNull();
    const { body, headers } = await api.ours.post('expenses/create', { amount: 1 });
    expect(headers.get('etag')).toBe('"1"');
    const found = await api.ours.get('expenses/search', { id: body.id });
    expect([found.headers.get('etag'), found.body]).toEqual(['"1"', [body]]);
  });

  test.each(['"2"', 'W/"2"', '"1", "2"', '2', '*'])('is met by If-Match: %s', async (ifMatch) => {
    const answer = await change({ city: 'Rome' }, ifMatch);
    expect([answer.status, answer.body.city]).toEqual([200, 'Rome']);
    expect(answer.headers.get('etag')).toBe('"3"');
  });

  test.each(['"1"', 'W/"1"', '"0", "1"', '"of another service"'])(
    'is not met by If-Match: %s, and nothing is written',
    async (ifMatch) => {
      const answer = await change({ city: 'Rome' }, ifMatch);
      expect(answer).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
      expect(answer.headers.get('etag')).toBe('"2"');
      expect(await storedCity()).toBe('London');
    },
  );

  test('is distinguished from a missing id, which is checked first', async () => {
    const answer = await change({ id: null, expectedVersion: 'many' }, '"1"');
    expect(answer).toMatchObject({ status: 412, body: { code: 'id_missing' } });
  });

  test('may be in the body, where a different one is a conflict', async () => {
    const met = await change({ expectedVersion: 2, city: 'Rome' });
    expect([met.status, met.body.city]).toEqual([200, 'Rome']);
    const other = await change({ expectedVersion: 2, city: 'Paris' });
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'version_mismatch', error: 'Conflict' },
    });
    expect(other.headers.get('etag')).toBe('"3"');
    expect(await storedCity()).toBe('Rome');
  });

  test('is ignored if it is empty', async () => {
    for (const expectedVersion of [null, '']) {
      expect((await change({ expectedVersion, city: 'Rome' })).status).toBe(200);
    }
  });

  test.each([
    [{ expectedVersion: 'x' }, undefined, 'expectedVersion'],
    [{ expectedVersion: 0 }, undefined, 'expectedVersion'],
    [{ expectedVersion: 1.5 }, undefined, 'expectedVersion'],
    [{}, 'yesterday', 'If-Match'],
  ])('that is none is rejected: %j, %s', async (body, ifMatch, path) => {
    const answer = await change({ ...body, city: 'Rome' }, ifMatch);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.errors).toMatchObject([{ path }]);
    expect(await storedCity()).toBe('London');
  });

  /** The changed fields in the error of an update with an expected version. */
  const reportedOf = async (expected: number | string, headers = false): Promise<string[]> => {
    const { body } = headers
      ? await change({ name: 'Client' }, String(expected))
      : await change({ name: 'Client', expectedVersion: expected });
    const [problem, ...reported] = body.errors;
    expect(problem.code).toBe('version_mismatch');
    for (const { code } of reported) expect(code).toBe('changed_meanwhile');
    return reported.map(({ path }: { path: string }) => path);
  };

  test('that is another one names the fields that others changed since, sent or not', async () => {
    expect(await reportedOf(1)).toEqual(['notes', 'phone']);
    await change({ city: 'Rome', archive: true });
    await change({ city: 'London' });
    expect(await reportedOf(3)).toEqual(['city']);
    expect(await reportedOf(1)).toEqual(['archive', 'city', 'notes', 'phone']);
    expect(await reportedOf('"3", "2"', true)).toEqual(['archive', 'city']);
  });

  test('that differs names no field if the log may be incomplete', async () => {
    expect(await reportedOf(7)).toEqual([]);
    expect(await reportedOf('"of another service"', true)).toEqual([]);
    // Written without a log, and then with one.
    await api.owner.query(
      `UPDATE "Client" SET city = 'Oslo', version = version + 1 WHERE id = $1`,
      [id],
    );
    expect(await reportedOf(2)).toEqual([]);
    await change({ phone: '3' });
    expect(await reportedOf(3)).toEqual(['phone']);
    await api.owner.query(`DELETE FROM "LogEntry" WHERE "recordId" = $1 AND "recordVersion" = 2`, [
      id,
    ]);
    expect(await reportedOf(2)).toEqual([]);
    // Swept.
    await change({ phone: '4' });
    expect(await reportedOf(4)).toEqual(['phone']);
    await api.owner.query(
      `UPDATE "LogEntry" SET before = NULL, after = NULL WHERE "recordId" = $1 AND "recordVersion" = 5`,
      [id],
    );
    expect(await reportedOf(4)).toEqual([]);
  });

  test('of a missing event creates none', async () => {
    const event = { eventId: 'uid-none', startTime: '2026-04-02T14:00:00Z', expectedVersion: 1 };
    const answer = await api.ours.post('calendar/createOrUpdate', event);
    expect(answer).toMatchObject({ status: 404, body: { code: 'record_not_found' } });
    expect(await api.database.prisma.calendarEvent.count()).toBe(0);
  });

  test('works with an idempotency key: an error is not stored, the response and its ETag are', async () => {
    const single = (ifMatch: string) =>
      api.request('/public/action/clients/update', {
        method: 'PATCH',
        headers: {
          'x-api-key': api.ours.key,
          'content-type': 'application/json',
          'idempotency-key': `version-${id}`,
          'if-match': ifMatch,
        },
        body: JSON.stringify({ id, city: 'Rome' }),
      });
    expect((await single('"1"')).status).toBe(412);
    const first = await single('"2"');
    await change({ city: 'Paris' });
    const second = await single('"2"');
    expect([second.text, second.headers.get('etag')]).toEqual([first.text, '"3"']);
    expect((await single('"4"')).body.code).toBe('idempotency_key_reused');
  });

  test('costs nothing but a lock that is taken anyway', async () => {
    const counted = await recordStatements(() => change({ city: 'Rome' }));
    const expecting = await recordStatements(() => change({ city: 'Paris' }, '"3"'));
    expect([counted.result.status, expecting.result.status]).toEqual([200, 200]);
    expect(expecting.statements).toHaveLength(counted.statements.length);
    expect(expecting.roundTrips).toBe(counted.roundTrips);
  });
});

describe('a version for a create', () => {
  const money = { invoiceNumber: 'INV-1', amount: 1 };
  const item = { name: 'One of many', expectedVersion: 1 };

  test.each([
    ['clients/create', { name: 'New', expectedVersion: 1 }, 'expectedVersion'],
    ['payment/create', { ...money, expectedVersion: '7' }, 'expectedVersion'],
    ['creditNotes/create', { invoiceId: 'inv_1', expectedVersion: 1 }, 'expectedVersion'],
    ['bulk', { operation: 'createClient', items: [item] }, 'items.0.expectedVersion'],
  ])('is rejected, since nothing looks at it: %s', async (path, body, field) => {
    const rejection = await api.ours.post(path, body);
    expect([rejection.status, ...errorsOf(rejection)]).toEqual([400, `${field}: not_taken`]);
  });

  test('is ignored if it is null', async () => {
    const body = { name: `Without ${made}`, expectedVersion: null };
    expect((await api.ours.post('clients/create', body)).status).toBe(200);
  });
});

describe('a version in GraphQL', () => {
  test('that is another one is a member of the result, with the fields by their names there', async () => {
    const sent = { id, expectedVersion: 1, phone: '1', archived: true, city: 'London' };
    expect(await mutate(api.ours, 'updateClient', sent)).toMatchObject({
      __typename: 'VersionMismatchError',
      code: 'version_mismatch',
      currentVersion: 2,
      changedFields: ['notes', 'phone'],
    });
  });

  test('does not reveal the fields to a key without read permission', async () => {
    const { key } = await createApiKey(api.ours.context, { name: 'W', scopes: ['clients:write'] });
    const blind = { ...api.ours, key };
    const source = `mutation { updateClient(input: { id: "${id}", phone: "9", expectedVersion: 1 }) {
      ... on VersionMismatchError { changedFields currentVersion } } }`;
    const { body } = await api.request('/graphql', {
      method: 'POST',
      headers: { 'x-api-key': blind.key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: source }),
    });
    expect(body.data.updateClient).toEqual({ changedFields: null, currentVersion: 2 });
  });

  test('keeps the message of a conflict that another statement explains', async () => {
    await mutated(api.ours, 'createClient', { name: `Taken ${made}` });
    const sent = { id, expectedVersion: 2, name: `Taken ${made}` };
    expect(await mutate(api.ours, 'updateClient', sent)).toMatchObject({
      __typename: 'ConflictError',
      code: 'name_taken',
      path: 'name',
    });
  });

  test('lets one of several callers succeed', async () => {
    for (let race = 0; race < 5; race += 1) {
      expect(await raceForVersion(api.ours, 6)).toEqual(oneWins(6));
    }
  });
});
