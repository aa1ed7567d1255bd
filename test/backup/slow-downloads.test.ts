import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { streamSnapshot } from '../../src/server/snapshot-stream.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { listen, stopListening } from '../support/listening.ts';

const api = useTestApi();

/** Resolves with why an answer of endless parts was given up, once its place is free. */
function writtenOff(signal: AbortSignal, idleTimeoutMs?: number) {
  let isEnded = false;
  const why = new Promise<{ error: unknown; isEnded: boolean }>((resolve, reject) => {
    const stream = streamSnapshot({
      database: api.database,
      signal,
      ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
      begin: async () => endless(),
      onEnded: () => {
        isEnded = true;
      },
      onAborted: (error) => resolve({ error, isEnded }),
      breakOff: () => false,
    });
    stream.catch(reject);
  });
  return why;
}

async function* endless() {
  for (;;) yield new Uint8Array(1_000);
}

test('a connection that reads nothing or exceeds the time limit loses its slot', async () => {
  const { error, isEnded } = await writtenOff(new AbortController().signal, 50);
  expect([String(error), isEnded]).toEqual([
    'DownloadAbandonedError: Its caller took nothing for 50 ms.',
    true,
  ]);
  const leaving = new AbortController();
  const over = writtenOff(leaving.signal);
  leaving.abort(new Error('over'));
  expect((await over.catch((reason) => ({ error: reason }))).error).toEqual(new Error('over'));
});

/** Reads a file of one byte to its end. Returns its length, and whether the slot was free then. */
async function readToEnd(
  database: { url: string; role: string | undefined },
  signal = new AbortController().signal,
) {
  let isEnded = false;
  const stream = await streamSnapshot({
    database,
    signal,
    begin: async () =>
      (async function* () {
        yield new Uint8Array(1);
      })(),
    onEnded: () => {
      isEnded = true;
    },
    onAborted: () => undefined,
    breakOff: () => false,
  });
  const { byteLength } = await new Response(stream).arrayBuffer();
  return { byteLength, isEnded };
}

test('a caller who has read a file completely gets a slot for the next one', async () => {
  expect(await readToEnd(api.database)).toEqual({ byteLength: 1, isEnded: true });
});

test('a file ends although the server does not report its connection as closed', async () => {
  const { hostname, port } = new URL(api.databaseUrl);
  const sockets: Socket[] = [];
  const silent = createServer({ allowHalfOpen: true }, (nearby) => {
    const far = createConnection(Number(port), hostname);
    sockets.push(nearby, far);
    for (const socket of [nearby, far]) socket.on('error', () => undefined);
    far.on('data', (data) => nearby.write(data));
    // All but Terminate, which begins with an X.
    nearby.on('data', (data) => data[0] === 0x58 || far.write(data));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = new URL(api.databaseUrl);
  url.host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const signal = AbortSignal.timeout(60_000);
  const read = await readToEnd({ url: url.href, role: api.database.role }, signal);
  expect(read).toEqual({ byteLength: 1, isEnded: true });
  expect(signal.aborted).toBe(false);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('a workspace whose files are read slowly leaves a place for another one', async () => {
  await api.database.pool.query(
    `INSERT INTO "Client" ("accountId", id, name, notes)
     SELECT a, 'cli_slow' || n, 'Slow ' || n, repeat('x', 5000) FROM generate_series(1, 3000) n, unnest($1::int[]) a`,
    [[api.ours.accountId, api.theirs.accountId]],
  );
  const requested = async ({ key }: { key: string }) =>
    api.app.request('/books/csv/clients.csv', { headers: { 'x-api-key': key } });
  const slow = [await requested(api.ours), await requested(api.ours)];
  expect(slow.map(({ status }) => status)).toEqual([200, 200]);
  expect((await requested(api.ours)).status).toBe(429);
  const theirs = await requested(api.theirs);
  expect(theirs.status).toBe(200);
  expect((await theirs.text()).split('\r\n').length).toBe(3_002);
  for (const { body } of slow) await body?.cancel();
  const free = async () => {
    const answer = await requested(api.ours);
    await answer.body?.cancel();
    return answer.status;
  };
  await expect.poll(free, { timeout: 60_000 }).toBe(200);
});

test('workspaces that read slowly leave a place for each other one', async () => {
  const sent = async ({ key }: { key: string }) =>
    api.app.request('/books/csv/clients.csv', { headers: { 'x-api-key': key } });
  const slow = [await sent(api.ours), await sent(api.ours), await sent(api.theirs)];
  expect(slow.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await sent(api.theirs)).status).toBe(429);
  const others = [await sent(await api.addWorkspace()), await sent(await api.addWorkspace())];
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  for (const { body } of [...slow, ...others]) await body?.cancel();
});

test('a file ends early if its database fails, and one log line reports it', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const { server, url } = await listen(createTestApp(api.database, { log }));
  const request = get(`${url}/books/csv/clients.csv`, { headers: { 'x-api-key': api.ours.key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  const { rowCount } = await api.owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  expect(rowCount).toBeGreaterThan(0);
  response.resume();
  await new Promise((resolve) => response.once('close', resolve));
  expect(response.complete).toBe(false);
  const reported = () => lines.filter((line) => line.includes('a file download was aborted'));
  await expect.poll(() => reported().length).toBe(1);
  expect(printed.mock.calls).toEqual([]);
  printed.mockRestore();
  await stopListening(server);
});
