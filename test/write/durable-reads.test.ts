import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { createTestDatabase } from '../support/database.ts';
import { byNature } from '../support/spread.ts';

/** The server of the tests waits for no disk, as nobody's server does. */
async function openWaiting() {
  const made = await createTestDatabase();
  const name = new URL(made.url).pathname.slice(1);
  await made.owner.query(`ALTER DATABASE ${name} SET synchronous_commit = on`);
  return made;
}

const api = useTestApi({ openDatabase: openWaiting });

/** Commits something that does not wait for the disk; answers whether it has come there by the end of `work`. */
async function isFlushedBy(work: () => Promise<unknown>): Promise<boolean> {
  const client = await api.owner.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await client.query(`UPDATE "Workspace" SET phone = phone WHERE "accountId" = $1`, [
      api.theirs.accountId,
    ]);
    const { rows } = await client.query('SELECT pg_current_wal_insert_lsn()::text AS place');
    await work();
    const flushed = await client.query(
      'SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn AS "isFlushed"',
      [rows[0].place],
    );
    return flushed.rows[0].isFlushed;
  } finally {
    await client.query('RESET synchronous_commit');
    client.release();
  }
}

describe.runIf(byNature.flushesLater)('a commit that is flushed later', () => {
  test('who reads events is told of nothing that a crash of the server could take back', async () => {
    const { ours } = api;
    await ours.post('clients/create', { name: 'Told' });
    expect(await isFlushedBy(() => ours.get('events/list'))).toBe(true);
    expect(await isFlushedBy(() => ours.gql('{ events(first: 5) { place } }'))).toBe(true);
  });

  test('what was done is answered once more only when it is on the disk: by its key, and by the id that its caller gave', async () => {
    const { ours } = api;
    const headers = {
      'x-api-key': ours.key,
      'content-type': 'application/json',
      'idempotency-key': 'flushed',
    };
    const body = JSON.stringify({ name: 'Once' });
    const byKey = () =>
      api.request('/public/action/clients/create', { method: 'POST', headers, body });
    await byKey();
    expect(await isFlushedBy(byKey)).toBe(true);
    const given = { name: 'Given', newId: newId('Client') };
    const byId = () => ours.post('clients/create', given);
    expect((await byId()).status).toBe(200);
    expect(await isFlushedBy(byId)).toBe(true);
  });
});
