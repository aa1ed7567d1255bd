import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseLeases, renewLeases } from '../../../src/domain/record-changes/listener-leases.ts';
import type { NotificationConnection } from '../../../src/platform/events/notification-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let home: TestDatabase;
let connection: NotificationConnection;

beforeAll(async () => {
  home = await createTestDatabase();
  await home.database.pool.query(`INSERT INTO "Workspace" (name) VALUES ('One'), ('Two')`);
  connection = home.database.listener({
    onNotification: () => undefined,
    onRestored: () => undefined,
    log: () => undefined,
  });
});
afterAll(() => home.drop());

const leases = async () => {
  const { rows } = await home.database.pool.query(
    `SELECT "accountId", process, "expiresAt" > now() + interval '50 s' AS long FROM "ChangeListener" ORDER BY 1, 2`,
  );
  return rows.map(({ accountId, process, long }) => `${accountId} ${process} ${long}`);
};

test('a lease that was not valid is reported as taken, one that was is renewed', async () => {
  expect(await renewLeases(connection, 'a', [1])).toEqual([1]);
  expect(await renewLeases(connection, 'a', [1, 2])).toEqual([2]);
  expect(await renewLeases(connection, 'a', [1, 2])).toEqual([]);
  await home.database.pool.query(
    `UPDATE "ChangeListener" SET "expiresAt" = now() WHERE "accountId" = 1`,
  );
  expect(await renewLeases(connection, 'a', [1, 2])).toEqual([1]);
  expect(await leases()).toEqual(['1 a true', '2 a true']);
});

test('what a dead process left behind is removed by the next who comes', async () => {
  await home.database.pool.query(
    `INSERT INTO "ChangeListener" ("accountId", process, "expiresAt") VALUES (2, 'dead', now() - interval '1 s')`,
  );
  await renewLeases(connection, 'b', [1]);
  expect(await leases()).toEqual(['1 a true', '1 b true', '2 a true']);
});

test('a process gives back its own leases only', async () => {
  await releaseLeases(connection, 'a', [2]);
  expect(await leases()).toEqual(['1 a true', '1 b true']);
  await releaseLeases(connection, 'a');
  expect(await leases()).toEqual(['1 b true']);
});
