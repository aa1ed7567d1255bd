import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi();
const lines: string[] = [];
let proxy: TcpProxy;
let database: Database;
let app: ReturnType<typeof createTestApp>;

beforeAll(async () => {
  const url = new URL(api.databaseUrl);
  proxy = await startTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  database = openTestDatabase({ url: url.href, poolSize: 2 });
  app = createTestApp(database, {
    log: createLogger('info', { write: (line) => lines.push(line) }),
  });
  await api.owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'no more' USING ERRCODE = NEW.name; END $$`);
  await api.owner.query(
    `CREATE TRIGGER refuse BEFORE INSERT ON "Vendor" FOR EACH ROW WHEN (NEW.name LIKE '53%') EXECUTE FUNCTION refuse()`,
  );
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await database.close();
  await proxy.close();
});

const ask = async (path: string, body?: object) => {
  const response = await app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

/** Makes a vendor, which the database rejects with the SQLSTATE that the vendor is named after. */
const createVendor = (name: string) =>
  ask('/graphql', {
    query: `mutation { createVendor(input: { name: "${name}" }) { __typename } }`,
  });

const expense = { name: 'Paper', amount: 1, date: '2026-03-02', vendor: '53100' };

/** Makes the database reject new tables as it does on a full disk, also the one by which the service looks for space. */
const fillDisk = async () => {
  await api.owner.query(`CREATE FUNCTION no_space() RETURNS event_trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`);
  await api.owner.query(
    'CREATE EVENT TRIGGER no_space ON ddl_command_start EXECUTE FUNCTION no_space()',
  );
};

test('a full disk has its own error code, for the request and at /ready', async () => {
  await fillDisk();
  const { status, body } = await ask('/public/action/expenses/create', expense);
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database_unavailable' });
  expect(body.message).toMatch(/disk is full/);
  for (let turn = 0; turn < 2; turn += 1) {
    const ready = await ask('/ready');
    expect(ready).toMatchObject({
      status: 503,
      body: { status: 'read_only', message: expect.stringMatching(/disk/) },
    });
  }
  expect((await ask('/public/action/clients/list')).status).toBe(200);
});

test('the service is ready as soon as there is space again, and looks for it only after a full disk', async () => {
  await api.owner.query('DROP EVENT TRIGGER no_space');
  expect((await ask('/ready')).status).toBe(200);
  const { statements } = await recordStatements(() => ask('/ready'));
  expect(statements.filter((sql) => sql.includes('CREATE'))).toEqual([]);
  await createVendor('53100');
  expect((await ask('/ready')).status).toBe(200);
});

test('a database without free connections is distinguished from one that does not respond', async () => {
  const { body } = await createVendor('53300');
  expect(body.errors[0].message).toMatch(/takes no more connections/);
});

test('a read-only database has its own error code, and is not ready', async () => {
  const { rows } = await api.database.pool.query('SELECT current_database() AS name');
  const readOnly = (value: string) =>
    api.owner.query(`ALTER DATABASE ${rows[0].name} SET default_transaction_read_only = ${value}`);
  await readOnly('on');
  const own = openTestDatabase({ url: api.databaseUrl, poolSize: 1 });
  const there = createTestApp(own);
  const ready = await there.request('/ready');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({
    status: 'read_only',
    message: expect.stringMatching(/read-only/),
  });
  const sent = (path: string, body: object) =>
    there.request(path, {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await sent('/public/action/clients/create', { name: 'Nobody' });
  expect(answer.headers.get('retry-after')).toBe('10');
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 503,
    body: { code: 'read_only', message: expect.stringMatching(/read-only/) },
  });
  const query = 'mutation { createVendor(input: { name: "Nobody" }) { __typename } }';
  expect(await (await sent('/graphql', { query })).json()).toMatchObject({
    errors: [{ extensions: { code: 'read_only' } }],
  });
  const requested = await sent('/graphql', { query: '{ vendors { totalCount } }' });
  expect(await requested.json()).toMatchObject({
    data: { vendors: { totalCount: expect.any(Number) } },
  });
  await readOnly('off');
  await own.close();
});

test('a request that fails because the database is away has one line, and no stack', async () => {
  await proxy.close();
  await ask('/public/action/clients/list');
  await ask('/graphql', { query: '{ vendors { totalCount } }' });
  const reported = lines.map((line) => JSON.parse(line));
  expect(reported).toEqual(
    ['/public/action/clients/list', '/graphql'].map((path) =>
      expect.objectContaining({
        msg: 'request',
        path,
        status: 503,
        code: 'database_unavailable',
        reason: expect.stringMatching(/\S/),
      }),
    ),
  );
  expect(lines.join('')).not.toMatch(/stack|\bat .*:\d+:\d+/);
});
