import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { restore, sql, useDatabases } from '../support/backups.ts';
import { useDataFolder } from '../support/service.ts';

/** Files that the last version before the baseline migration wrote. */
const stored = (name: string) => join(packageRoot, 'test/backup/stored', name);

const databases = useDatabases();
const folder = useDataFolder();

const recordsSql = `
  SELECT w.name AS workspace, c.name AS client, k.email, i."invoiceNumberFormatted" AS number, i.status::text, i.total::float,
    i."amountDue"::float AS due, p.amount::float AS paid, v.name AS vendor, (SELECT count(*)::int FROM "TimeEntry") AS times
  FROM "Workspace" w JOIN "Invoice" i USING ("accountId") JOIN "Client" c ON c.id = i."clientId" JOIN "Contact" k ON k."clientId" = c.id
  JOIN "Payment" p ON p."invoiceId" = i.id CROSS JOIN "Vendor" v`;

const records = [
  {
    workspace: 'Studio Meridian',
    client: 'Lovelace Analytics',
    email: 'ada@lovelace.example',
    number: 'INV-00001',
    status: 'PARTIAL',
    total: 267.75,
    due: 167.75,
    paid: 100,
    vendor: 'Deutsche Bahn',
    times: 1,
  },
];

test('a backup of a development version is restored', async () => {
  const url = await databases.empty();
  await restore(url, stored('development.backup'), { verify: true });
  expect(await sql(url, recordsSql)).toEqual(records);
});

test('a workspace export of a development version is imported', async () => {
  const url = await databases.empty();
  const settings = { DATABASE_URL: url };
  await folder.runHere(['migrate'], settings);
  await folder.runHere(['import', stored('development.ndjson')], settings);
  expect(await sql(url, recordsSql)).toEqual(records);
});
