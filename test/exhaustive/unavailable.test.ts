import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import type { Answer } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';
import { errorsInBody } from '../support/routes.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const api = useTestApi();
let proxy: TcpProxy;
let database: Database;
let app: Hono;
let serverPort: number;

/** The service over a connection to its database that can be cut. */
beforeAll(async () => {
  const url = new URL(urlOfDatabase());
  serverPort = Number(url.port);
  proxy = await startTcpProxy(serverPort);
  url.port = String(proxy.port);
  database = openTestDatabase({ url: url.href, poolSize: 5 });
  app = createTestApp(database);
});
afterAll(async () => {
  await database.close();
  await proxy.close();
});

function urlOfDatabase(): string {
  const { host, port, user, password, database: name } = api.database.pool.options;
  return `postgresql://${user}:${password}@${host}:${port}/${name}`;
}

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const response = await app.request(path, {
    method,
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const list = () => ask('GET', '/public/action/clients/list');
const create = (name: string) => ask('POST', '/public/action/clients/create', { name });
const log = (clientName: string) =>
  ask('POST', '/public/action/timeWorked/create', {
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:00:00Z',
    clientName,
    projectName: 'Website',
    deliverableName: 'Wireframes',
    createClient: true,
    createProject: true,
    createDeliverable: true,
  });

const expectUnavailable = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errorsInBody(answer)).toEqual([]);
};

test('requests whose connections are terminated return 503, succeed, or report an unknown outcome, and acknowledged writes exist', async () => {
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const answers: Answer[] = [];
  for (let round = 0; round < 8; round += 1) {
    const requests = Array.from({ length: 6 }, (_, index) => [
      list(),
      create(`Client ${round}.${index}`),
      log(`Worked for ${round}.${index}`),
    ]).flat();
    await new Promise((resolve) => setTimeout(resolve, round * 3));
    await api.owner.query(end);
    answers.push(...(await Promise.all(requests)));
  }
  const rejected = answers.filter(({ status }) => status !== 200);
  expect(rejected.length).toBeGreaterThan(0);
  const isUnknown = ({ body }: Answer) => body.code === 'outcome_unknown';
  // The written rows, and those whose connection was terminated while it waited for the disk.
  for (const answer of rejected.filter(isUnknown)) expect(answer.status).toBe(500);
  const away = rejected.filter((answer) => !isUnknown(answer));
  expect(away.length).toBeGreaterThan(0);
  for (const answer of away) expectUnavailable(answer);

  const known = (await list()).body.map(({ name }: { name: string }) => name);
  const acknowledged = answers.flatMap(({ status, body }) =>
    status === 200 && typeof body.name === 'string' ? [body.name] : [],
  );
  expect(known).toEqual(expect.arrayContaining(acknowledged));
});

test('without its database the service reports it, keeps running, and works again when the database is back', async () => {
  await proxy.close();
  expectUnavailable(await list());
  expectUnavailable(await create('Nobody'));
  const ready = await ask('GET', '/ready');
  expect(ready).toMatchObject({ status: 503, body: { status: 'unavailable' } });
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET', '/health')).status).toBe(200);

  proxy = await startTcpProxy(serverPort, proxy.port);
  expect((await ask('GET', '/ready')).status).toBe(200);
  expect((await list()).status).toBe(200);
});
