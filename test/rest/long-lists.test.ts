import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createLogger } from '../../src/observability/logger.ts';
import type { TestWorkspace } from '../support/api.ts';
import { createTestApp, useTestApi } from '../support/api.ts';

const api = useTestApi();
const path = '/public/action/clients/list';
const count = 2_000;

/** Larger than what sockets take by themselves. */
const noteLength = 6_000;

const lines: string[] = [];
/** The prefix of each log line. */
let onLine = () => {};
const log = createLogger('info', {
  write: (line) => {
    lines.push(line);
    onLine();
  },
});

let workspace: TestWorkspace;
let expected: string;
let patient: Server;
let impatient: Server;

beforeAll(async () => {
  workspace = await api.addWorkspace({ name: 'Large' });
  const { accountId } = workspace;
  const { pool } = api.database;
  for (const id of [accountId, api.theirs.accountId]) {
    await pool.query(
      `INSERT INTO "Client" ("accountId", id, name, notes, archived)
       SELECT $1, 'cli_' || n, 'Client ' || lpad(n::text, 5, '0'), repeat(md5(n::text), $2 / 32), n % 10 = 0
       FROM generate_series(1, ${count}) n`,
      [id, noteLength],
    );
    await pool.query(
      `INSERT INTO "Contact" ("accountId", id, "clientId", "firstName")
       SELECT $1, 'con_' || n, 'cli_' || n, 'Ada ' || n FROM generate_series(1, ${count}) n`,
      [id],
    );
  }
  expected = await (await ask()).text();
  patient = await serve(60_000);
  impatient = await serve(100);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  for (const server of [patient, impatient]) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that waits so long for a caller to take a part. */
async function serve(receiveTimeoutMs: number): Promise<Server> {
  const listLimits = { partBytes: 131_072, receiveTimeoutMs, totalTimeoutMs: 600_000 };
  const app = createTestApp(api.database, { log, listLimits });
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const ask = (method = 'GET') =>
  api.app.request(path, { method, headers: { 'x-api-key': workspace.key } }) as Promise<Response>;

const decoder = new TextDecoder();

/** Reads the first part of a list; returns it with the reader of the others. */
async function begin() {
  const { status, body } = await ask();
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  return { status, reader, first: decoder.decode(value) };
}

async function restOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value);
  }
}

/** Resolves when no connection is in use, which is looked at whenever one is given back. */
async function allReleased(): Promise<void> {
  const { pool } = api.database;
  while (pool.totalCount > pool.idleCount) await new Promise(setImmediate);
}

test('a long list contains every record once, in order, as JSON without blanks, and none of another workspace', async () => {
  const listed = JSON.parse(expected);
  const { rows } = await api.database.pool.query(
    `SELECT id FROM "Client" WHERE "accountId" = $1 AND NOT archived ORDER BY name, id`,
    [workspace.accountId],
  );
  expect(listed.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ id }) => id));
  expect(JSON.stringify(listed)).toBe(expected);
  expect(expected).toContain(`"accountId":${workspace.accountId}`);
  expect(expected).not.toContain(`"accountId":${api.theirs.accountId}`);
});

test('a long list writes a record as a short one does', async () => {
  const [found] = (await workspace.get('clients/search', { id: 'cli_777' })).body;
  expect(JSON.parse(expected)).toContainEqual(found);
});

test('changes during the read of a list are not in it: it is a snapshot', async () => {
  const { pool } = api.database;
  const { reader, first } = await begin();
  const mine = `"accountId" = ${workspace.accountId}`;
  try {
    // To another place, to where the reader is yet to come, and out of the list.
    await pool.query(
      `UPDATE "Client" SET name = 'AAA ' || id WHERE ${mine} AND id IN ('cli_1501', 'cli_1502')`,
    );
    await pool.query(`UPDATE "Client" SET name = 'ZZZ' WHERE ${mine} AND id = 'cli_1'`);
    await pool.query(`UPDATE "Client" SET archived = true WHERE ${mine} AND id = 'cli_1999'`);
    await pool.query(`INSERT INTO "Client" ("accountId", id, name)
      VALUES (${workspace.accountId}, 'cli_new', 'Client 01998a')`);
    expect((first + (await restOf(reader))).length).toBe(expected.length);
  } finally {
    await pool.query(`DELETE FROM "Client" WHERE ${mine} AND id = 'cli_new'`);
    await pool.query(`UPDATE "Client" SET archived = false WHERE ${mine} AND id = 'cli_1999'`);
    await pool.query(`UPDATE "Client" SET name = 'Client ' || lpad(substr(id, 5), 5, '0')
      WHERE ${mine} AND name !~ '^Client'`);
  }
  expect(await (await ask()).text()).toBe(expected);
});

test('a list is read only as fast as its caller reads it: memory holds a few parts, however long it is', async () => {
  const { result, statements } = await recordStatements(begin);
  const fetches = statements.filter((sql) => sql.startsWith('FETCH'));
  expect(fetches.length).toBeGreaterThan(0);
  expect(fetches.length).toBeLessThanOrEqual(3);
  expect(result.first.length).toBeLessThan(300_000);
  expect(statements.filter((sql) => /^BEGIN/.test(sql))).toEqual([
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  ]);
  await result.reader.cancel();
  await allReleased();
});

test('two long lists are read at the same time, the next one waits, and further ones get a Retry-After', async () => {
  const held = [await begin(), await begin()];
  const others = Array.from({ length: 30 }, () => ask());
  const rejected = await Promise.race(others);
  expect(rejected.status).toBe(503);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  // A short list needs no turn.
  const [short] = (await workspace.get('clients/search', { id: 'cli_2' })).body;
  expect(short.id).toBe('cli_2');
  for (const { reader } of held) await reader.cancel();
  const answers = await Promise.all(
    others.map(async (one) => ({ status: (await one).status, text: await (await one).text() })),
  );
  const returned = answers.filter(({ status }) => status === 200);
  expect(returned.length).toBeGreaterThan(2);
  expect(answers.length - returned.length).toBeGreaterThan(2);
  for (const { text } of returned) expect(text).toBe(expected);
});

test('HEAD returns the headers of GET without the length, which is unknown', async () => {
  const { status, headers } = await ask('HEAD');
  expect([status, headers.get('content-length')]).toEqual([200, null]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

/** Asks over a real connection and takes nothing of the body. */
async function open(server: Server): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const request = get({
    port,
    path,
    headers: { 'x-api-key': workspace.key, 'x-request-id': 'r-1' },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** How an answer ends that is read to its end. */
async function endOf(response: IncomingMessage): Promise<{ text: string; isComplete: boolean }> {
  let text = '';
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  response.on('error', () => undefined);
  if (!response.closed) await new Promise<void>((resolve) => response.once('close', resolve));
  return { text, isComplete: response.complete };
}

const linesOf = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

/** Resolves when the log has a line. */
const logged = (message: string) =>
  new Promise<void>((resolve) => {
    onLine = () => linesOf(message).length > 0 && resolve();
    onLine();
  });

test('over a connection, a list that is read is the whole one', async () => {
  expect(await endOf(await open(patient))).toEqual({ text: expected, isComplete: true });
  expect(linesOf('a list response was aborted')).toEqual([]);
});

test('a caller that reads nothing loses its answer, never takes half for a whole, and holds no connection', async () => {
  const response = await open(impatient);
  await logged('a list response was aborted');
  const { text, isComplete } = await endOf(response);
  expect(isComplete).toBe(false);
  expect(text.length).toBeLessThan(expected.length);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  const [line] = linesOf('a list response was aborted');
  expect(line).toMatchObject({ requestId: 'r-1', err: { type: 'ListTimeoutError' } });
  await allReleased();
});

test('a database failure in the middle of a list aborts the response, and is logged', async () => {
  const response = await open(patient);
  const { rowCount } = await api.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query ~ '^FETCH'`,
  );
  expect(rowCount).toBe(1);
  const { text, isComplete } = await endOf(response);
  expect(isComplete).toBe(false);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(linesOf('a list response was aborted')).toMatchObject([{ requestId: 'r-1' }]);
  await allReleased();
});

test('a caller that disconnects frees its connection immediately', async () => {
  const response = await open(patient);
  response.destroy();
  await allReleased();
  expect(linesOf('a list response was aborted')).toEqual([]);
});

test('an error before the first byte gets an error response', async () => {
  const { pool } = api.database;
  const broken = `"accountId" = ${workspace.accountId} AND id = 'cli_3'`;
  await pool.query(
    `UPDATE "Client" SET "paymentTerms" = '{"latePaymentFee": "x"}' WHERE ${broken}`,
  );
  try {
    const { status, body } = await workspace.get('clients/list');
    expect([status, body.code]).toEqual([500, 'internal_error']);
  } finally {
    await pool.query(`UPDATE "Client" SET "paymentTerms" = NULL WHERE ${broken}`);
  }
});
