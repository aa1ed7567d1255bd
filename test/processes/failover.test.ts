import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Replicated, startReplicated } from '../support/replicated.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const patience = { timeout: 180_000, interval: 50 };

let servers: Replicated;
let service: Service;
let key: string;
beforeAll(async () => {
  servers = await startReplicated();
  const settings = { DATABASE_URL: servers.url };
  const args = ['workspace', 'create', '--name', 'Ours', '--owner-email', 'o@ours.example'];
  ({ key } = await folder.json<{ key: string }>(args, settings));
  service = await folder.serve(settings);
});
afterAll(() => servers.remove());

/** Sends with an idempotency key until it gets a success. Returns the number of attempts. */
async function insist(name: string, isStopped: () => boolean): Promise<number> {
  for (let sent = 1; !isStopped(); sent += 1) {
    const response = await fetch(`${service.url}/public/action/clients/create`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': name },
      body: JSON.stringify({ name }),
    });
    const { code } = (await response.json()) as { code?: string };
    if (response.status === 200) return sent;
    // The connection may end during a COMMIT with an unknown outcome. The key makes the retry safe.
    expect(code, name).toBeOneOf([
      'database_unavailable',
      'idempotency_key_in_use',
      'outcome_unknown',
      'read_only',
    ]);
    await sleep(100);
  }
  return 0;
}

test('continues with the other server of its URL, and nothing acknowledged is lost or duplicated', async () => {
  const done: string[] = [];
  let again = 0;
  let isStopped = false;
  const call = async (caller: number) => {
    for (let at = 0; !isStopped; at += 1) {
      const name = `Client-${caller}-${at}`;
      const sent = await insist(name, () => isStopped);
      if (sent > 0) done.push(name);
      if (sent > 1) again += 1;
      await sleep(5);
    }
  };
  const callers = Promise.all([0, 1, 2, 3].map(call));
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(20), patience);
  await servers.failOver();
  const before = done.length;
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(before + 20), patience);
  isStopped = true;
  await callers;
  // At least one writer met the failure. Otherwise the test proves nothing.
  expect(again).toBeGreaterThan(0);
  const rows = await servers.query('SELECT name FROM "Client"');
  const names = rows.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(done.filter((name) => !names.includes(name))).toEqual([]);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
});
