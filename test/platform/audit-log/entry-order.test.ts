import { expect, test } from 'vitest';
import { write } from '../../../src/write/write.ts';
import { useTestApi } from '../../support/api.ts';
import { raceLog } from '../../support/log-races.ts';

const api = useTestApi();

test('a reader after the last position misses nothing, in any order of commits', async () => {
  const { kept, seen } = await raceLog(api, { writes: 120, atOnce: 8 });
  expect(kept.length).toBeGreaterThan(90);
  expect(seen.looks).toBeGreaterThan(5);
  expect([...seen.names].sort()).toEqual([...kept].sort());
});

test('a slow transaction blocks no others before it ends', async () => {
  const { ours } = api;
  const written = await write(ours.context, async (tx) => {
    await tx.insertReturning('Vendor', { id: 'ven_0slow', name: 'Slow' });
    return ours.post('clients/create', { name: 'Quick' });
  });
  expect(written.status).toBe(200);
  const { rows } = await api.owner.query<{ name: string }>(
    `SELECT after ->> 'name' AS name FROM "LogEntry" WHERE "accountId" = $1 AND "recordId" = ANY ($2) ORDER BY place < 0, place`,
    [ours.accountId, [written.body.id, 'ven_0slow']],
  );
  expect(rows.map(({ name }) => name)).toEqual(['Quick', 'Slow']);
});
