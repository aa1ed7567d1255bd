import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/database/client/client.ts';
import type { Db } from '../../../src/database/client/db.ts';
import { deleteExpiredAuditEntries } from '../../../src/platform/audit-log/retention.ts';
import { useTestApi } from '../../support/api.ts';
import { openTestDatabase } from '../../support/database.ts';

const api = useTestApi();
const storage = { changes: 30, entries: 3_653 };

let hasty: Database;
beforeAll(() => {
  hasty = openTestDatabase({ url: api.databaseUrl, limits: { statement: 50 } });
});
afterAll(() => hasty.close());

/** A log with so many entries to blank, on a server that ends whatever takes more than some at once; and how many were asked for. */
function logOn(entries: number, maxConcurrent: number) {
  const asked: number[] = [];
  let left = entries;
  const db = {
    $queryRaw: async ({ raw }: TemplateStringsArray, _until: Date, max: number) => {
      if (!raw.join('').includes('clear_expired_audit_changes')) return [{ count: 0 }];
      asked.push(max);
      if (max > maxConcurrent) await hasty.prisma.$queryRaw`SELECT pg_sleep(60)::text`;
      const count = Math.min(left, max);
      left -= count;
      return [{ count }];
    },
  };
  return { asked, db: db as unknown as Db };
}

test('where a server is too slow for a part of the log, smaller parts are deleted', async () => {
  const { asked, db } = logOn(150, 100);
  expect(await deleteExpiredAuditEntries(db, new Date(), storage)).toEqual({
    cleared: 150,
    deleted: 0,
  });
  expect(asked).toEqual([1_000, 250, 62, 62, 62]);
});

test('a server that cannot delete the smallest part reports it', async () => {
  const { asked, db } = logOn(150, 0);
  await expect(deleteExpiredAuditEntries(db, new Date(), storage)).rejects.toThrow(/57014|timeout/);
  expect(asked).toEqual([1_000, 250, 62, 15, 10]);
});

test('a sweep that is stopped ends after the part that it is at, which stays done', async () => {
  const { asked, db } = logOn(5_000, 5_000);
  const stopping = new AbortController();
  const ended = deleteExpiredAuditEntries(db, new Date(), storage, stopping.signal);
  stopping.abort();
  expect(await ended).toEqual({ cleared: 1_000, deleted: 0 });
  expect(asked).toEqual([1_000]);
});

test('one process runs the retention job, and the others leave it to that one', async () => {
  const { prisma } = api.database;
  const { body } = await api.ours.post('clients/create', { name: 'Old' });
  await api.owner.query(
    `UPDATE "LogEntry" SET "createdAt" = now() - interval '31 days', "publishedAt" = now() - interval '31 days' WHERE "recordId" = $1`,
    [body.id],
  );
  const other = await api.owner.connect();
  await other.query('BEGIN');
  await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('sweep the log', 0))`);
  expect(await deleteExpiredAuditEntries(prisma, new Date(), storage)).toEqual({
    cleared: 0,
    deleted: 0,
  });
  await other.query('COMMIT');
  other.release();
  expect(await deleteExpiredAuditEntries(prisma, new Date(), storage)).toEqual({
    cleared: 1,
    deleted: 0,
  });
});
