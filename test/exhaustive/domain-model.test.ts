import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { isDistributedHere } from '../support/citus.ts';
import { compareRuns } from '../support/domain-model/property.ts';
import type { Sender } from '../support/domain-model/sender.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

/** The whole domain, from clients to payments, at random: both APIs, retries, broken connections and a clock that jumps. */

const api = useTestApi();
const long = inject('longRun');
const { runs, steps } = long ? { runs: 200, steps: 500 } : { runs: 8, steps: 120 };

let crashing: Sender['crashing'];
let database: Database;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const url = new URL(api.databaseUrl);
  const proxy = await startTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  database = openDatabase({ url: url.href, poolSize: 4, isDistributed: isDistributedHere });
  crashing = { app: createTestApp(database), proxy };
});
afterAll(async () => {
  vi.useRealTimers();
  await database.close();
  await crashing.proxy.close();
});

test(`behaves like a simple model in ${runs} runs of ${steps} random steps`, async () => {
  const seed = inject('seed') === '' ? null : Number(inject('seed'));
  expect(await compareRuns(api, crashing, { runs, steps, seed })).toBeGreaterThanOrEqual(
    runs * steps,
  );
}, 3_600_000);
