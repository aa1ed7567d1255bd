import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/write/in-transaction.ts';
import { useTestApi } from '../../support/api.ts';
import { raceLog } from '../../support/log-races.ts';
import { countWaiting } from '../../support/spread.ts';

const api = useTestApi();

test('who reads the log behind the last place misses nothing, whoever is committed first', async () => {
  const { kept, seen } = await raceLog(api, { writes: 120, atOnce: 8 });
  expect(kept.length).toBeGreaterThan(90);
  expect(seen.looks).toBeGreaterThan(5);
  expect([...seen.names].sort()).toEqual([...kept].sort());
});

test('who has a place keeps those of the workspace waiting until it is committed, and nobody else', async () => {
  const { ours, theirs } = api;
  const slow = await api.owner.connect();
  let isWritten = false;
  try {
    await slow.query('BEGIN');
    await slow.query('SELECT "log_place"($1, 1)', [ours.accountId]);
    const written = ours.post('clients/create', { name: 'After the slow one' }).then((answer) => {
      isWritten = true;
      return answer;
    });
    // It has done all but draw its place when the database says for what it waits.
    await expect.poll(() => countWaiting(api.owner)).toBe(1);
    expect((await theirs.post('clients/create', { name: 'Elsewhere' })).status).toBe(200);
    expect(isWritten).toBe(false);
    await slow.query('ROLLBACK');
    expect((await written).status).toBe(200);
  } finally {
    slow.release();
  }
});

test('a transaction that takes its time keeps nobody waiting before it ends', async () => {
  const { ours } = api;
  const written = await inTransaction(ours.context, async (tx) => {
    const data = { accountId: tx.accountId, id: 'ven_0slow', name: 'Slow' };
    await tx.db.vendor.create({ data });
    return ours.post('clients/create', { name: 'Quick' });
  });
  expect(written.status).toBe(200);
  const { rows } = await api.owner.query<{ name: string }>(
    `SELECT after ->> 'name' AS name FROM "LogEntry" WHERE "accountId" = $1 AND "recordId" = ANY ($2) ORDER BY place`,
    [ours.accountId, [written.body.id, 'ven_0slow']],
  );
  expect(rows.map(({ name }) => name)).toEqual(['Quick', 'Slow']);
});
