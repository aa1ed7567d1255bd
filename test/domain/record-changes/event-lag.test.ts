import { expect, test } from 'vitest';
import {
  readEventLag,
  readLongTransactionSeconds,
} from '../../../src/domain/record-changes/event-lag.ts';
import { createMetrics } from '../../../src/observability/metrics.ts';
import { useTestApi } from '../../support/api.ts';
import { publishStaged } from '../../support/log-ends.ts';

/** The time between a write and its event. */

const token = 'figures-of-the-service-1';
const api = useTestApi({ metrics: createMetrics(token) });

async function metric(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await api.app.request('/metrics', { headers })).text();
  return Number(new RegExp(`^actiongraph_${name} (.+)$`, 'm').exec(text)?.[1]);
}
const ready = async () => (await api.app.request('/ready')).json();

test('an open transaction with writes is reported, of any session; one that only reads is not', async () => {
  const { prisma } = api.database;
  const person = await api.database.pool.connect();
  await person.query('BEGIN');
  await person.query('SELECT 1');
  // The service itself writes now and then, for moments.
  await expect.poll(() => readLongTransactionSeconds(prisma, 0)).toBeUndefined();
  await person.query('SELECT pg_current_xact_id()');
  await expect.poll(() => metric('open_transaction_seconds')).toBeGreaterThan(0.01);
  expect(await readLongTransactionSeconds(prisma, 0)).toBeGreaterThan(0);
  expect(
    await readLongTransactionSeconds(prisma),
    'of less than a minute nothing is told',
  ).toBeUndefined();
  await person.query('ROLLBACK');
  person.release();
  await expect.poll(() => readLongTransactionSeconds(prisma, 0)).toBeUndefined();
  await expect.poll(() => metric('open_transaction_seconds')).toBe(0);
});

test('if one is open for longer than a minute, the service is ready and reports it', async () => {
  expect(await ready()).toEqual({ status: 'ready' });
  const returned = (seconds: number) =>
    api.owner.query(`CREATE OR REPLACE FUNCTION "oldest_write_seconds"() RETURNS float8
      LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT ${seconds}::float8'`);
  await returned(60.5);
  expect(await ready()).toEqual({ status: 'ready', openTransactionSeconds: 61 });
  await returned(59.5);
  expect(await ready()).toEqual({ status: 'ready' });
});

test('the lag is the age of the oldest unread entry of the followers', async () => {
  const { prisma } = api.database;
  const { accountId } = api.ours;
  await publishStaged(api.database.pool);
  const lagBehind = async (...heard: [number, number][]) =>
    (await readEventLag(prisma, { readPositions: () => new Map(heard) })).eventLagSeconds;
  const { rows } = await api.database.pool.query(
    'SELECT max(place)::float8 AS last FROM "LogEntry" WHERE "accountId" = $1',
    [accountId],
  );
  const { last } = rows[0];
  expect(await lagBehind([accountId, last])).toBe(0);
  await api.ours.post('clients/create', { name: 'Staged' });
  await expect.poll(() => lagBehind([accountId, last])).toBeGreaterThan(0.01);
  await publishStaged(api.database.pool);
  await expect.poll(() => lagBehind([accountId, last])).toBeGreaterThan(0.01);
  await expect.poll(() => lagBehind([accountId, last - 1])).toBeGreaterThan(0.01);
  expect(await lagBehind([api.theirs.accountId, last], [accountId, 0])).toBeGreaterThan(0.01);
  expect(await metric('event_lag_seconds')).toBe(0);
});
