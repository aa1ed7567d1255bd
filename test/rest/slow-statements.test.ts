import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { createSlowQueryLog } from '../../src/observability/slow-query-log.ts';
import { createTestApp, useTestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/database.ts';

const api = useTestApi();
const lines: string[] = [];
const log = createLogger('warn', { write: (line) => lines.push(line) });
let database: Database;

beforeAll(() => {
  // However fast the machine is, each statement takes longer than this.
  database = openTestDatabase({ url: api.databaseUrl, observer: createSlowQueryLog(log, 1e-9) });
});
afterAll(() => database.close());

/** The log lines of a request, after its response. */
async function linesOf(requestId: string, path: string, body: object) {
  const response = await createTestApp(database).request(path, {
    method: 'POST',
    headers: {
      'x-api-key': api.ours.key,
      'content-type': 'application/json',
      'x-request-id': requestId,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.requestId === requestId && line.operation !== undefined);
}

test('logs the operation of a slow statement, in both APIs, and no value of the caller', async () => {
  const name = "Lovelace's $1 'Engines'";
  const rest = await linesOf('by-rest', '/public/action/clients/create', { name });
  const query = `mutation { createClient(input: { name: "${name}" }) { __typename } }`;
  const graphql = await linesOf('by-graphql', '/graphql', { query });
  for (const [reported, door, operation] of [
    [rest, 'rest', 'POST clients/create'],
    [graphql, 'graphql', 'createClient'],
  ] as const) {
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.find(({ statement }) => statement.includes('INSERT INTO'))).toMatchObject({
      level: 'warn',
      msg: 'slow statement',
      door,
      operation,
      durationMs: expect.any(Number),
    });
  }
  expect(lines.join('')).not.toMatch(/Lovelace|Engines/);
});

test('logs no fast statement, no literal, and nothing if it is disabled', () => {
  lines.length = 0;
  const watch = createSlowQueryLog(log, 1_000);
  const texts = ["SELECT 'it''s' || E'\\'hers' || $tag$ 'theirs' $tag$, $1"];
  const returned = { texts, startedAt: 0, isFailed: false, request: undefined };
  watch?.({ ...returned, durationMs: 999 });
  expect(lines).toEqual([]);
  watch?.({ ...returned, durationMs: 1_000 });
  expect(JSON.parse(lines[0] ?? '').statement).toBe("SELECT '…' || '…' || '…', $1");
  expect(createSlowQueryLog(log, 0)).toBeUndefined();
});
