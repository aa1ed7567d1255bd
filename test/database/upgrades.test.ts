import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { buildDefaultSetup } from '../../src/domain/workspaces/default-setup.ts';
import {
  findMissingScopes,
  grantedPermissions,
  hasAnyPermission,
  permissionAreas,
  readPermissions,
  requiredPermissions,
} from '../../src/platform/permissions/permissions.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';

/** What migrations make of records that an older release wrote, in a database as it was before them. */

let url: string;
let client: pg.Client;

afterEach(async () => {
  await client.end();
  await dropDatabase(url);
});

/** A database as it was before a migration, and that migration as one statement. */
async function before(name: string): Promise<() => Promise<unknown>> {
  const all = await readMigrations();
  const place = all.findIndex((one) => one.name === name);
  const own = all[place];
  if (!own) throw new Error(`there is no migration ${name}`);
  url = await createEmptyDatabase();
  client = new pg.Client(url);
  await client.connect();
  for (const { sql } of all.slice(0, place)) await client.query(sql);
  await client.query(
    `INSERT INTO "Workspace" ("accountId", name, "timeZone", currency) VALUES (1, 'Ours', 'UTC', 'EUR')`,
  );
  return () => client.query(own.sql);
}

test('what was open on an invoice that an older release closed is due no more', async () => {
  const migrate = await before('20261122010000_closed_invoices_owe_nothing');
  await client.query(`INSERT INTO "Client" ("accountId", id, name) VALUES (1, 'c', 'Acme')`);
  const columns = `"accountId", id, "invoiceNumberFormatted", "clientId", currency, "subTotal", total, "amountDue",
    "dateCreated", "dateDue", "clientInfo", status`;
  for (const status of ['VOIDED', 'WRITE_OFF', 'SENT', 'DRAFT']) {
    await client.query(
      `INSERT INTO "Invoice" (${columns}) VALUES (1, $1, $1, 'c', 'EUR', 9, 9, 9, now(), now(), '{}', $2)`,
      [status, status],
    );
  }
  await migrate();
  const { rows } = await client.query(
    `SELECT id, "amountDue"::float AS due, version FROM "Invoice" ORDER BY id`,
  );
  expect(rows).toEqual([
    { id: 'DRAFT', due: 9, version: 1 },
    { id: 'SENT', due: 9, version: 1 },
    { id: 'VOIDED', due: 0, version: 2 },
    { id: 'WRITE_OFF', due: 0, version: 2 },
  ]);
});

test('an invoice that an older release issued keeps the seller of the day of the upgrade, and says so', async () => {
  const migrate = await before('20261126010100_sellers_kept');
  await client.query(`UPDATE "Workspace" SET city = 'Berlin'`);
  await client.query(`INSERT INTO "WorkspaceLogo" ("accountId", bytes, "mediaType", size, width, height)
    VALUES (1, '\\x89', 'image/png', 1, 1, 1)`);
  await client.query(`INSERT INTO "Client" ("accountId", id, name) VALUES (1, 'c', 'Acme')`);
  await client.query(
    `INSERT INTO "InvoiceTemplate" ("accountId", id, name, footer) VALUES (1, 't', 'T', 'Foot')`,
  );
  for (const [status, sent] of [
    ['DRAFT', null],
    ['SENT', '2026-03-02'],
    ['VOIDED', null],
  ]) {
    await client.query(
      `INSERT INTO "Invoice" ("accountId", id, "invoiceNumberFormatted", "clientId", currency, "subTotal", total, "amountDue",
         "dateCreated", "dueDate", "clientInfo", status, "dateSent", "invoiceTemplateId")
       VALUES (1, $1, $1, 'c', 'EUR', 9, 9, CASE WHEN $1 = 'VOIDED' THEN 0 ELSE 9 END, '2026-03-01', now(), '{}',
         $1::"InvoiceStatus", $2, 't')`,
      [status, sent],
    );
  }
  await migrate();
  const { rows } = await client.query(
    `SELECT i.id, "dateIssued"::text AS issued, "sellerInfo" ->> 'name' AS name, "sellerInfo" ->> 'footer' AS footer,
       "sellerInfo" ->> 'keptBy' AS kept, (SELECT l.bytes::text FROM "SellerLogo" l WHERE l.sha256 = "sellerInfo" ->> 'logo') AS logo,
       i.version, (SELECT count(*)::int FROM "InvoiceEvent" e WHERE e."invoiceId" = i.id AND e.kind = 'SELLER_KEPT'
         AND e.id ~ '^ive_[0-9a-f]{12}7[0-9a-f]{3}8[0-9a-f]{15}$') AS told
     FROM "Invoice" i ORDER BY i.id`,
  );
  const kept = {
    name: 'Ours',
    footer: 'Foot',
    kept: 'MIGRATION',
    logo: '\\x89',
    version: 1,
    told: 1,
  };
  expect(rows).toEqual([
    {
      ...{ id: 'DRAFT', issued: null, name: null, footer: null, kept: null, logo: null },
      ...{ version: 1, told: 0 },
    },
    { id: 'SENT', issued: '2026-03-01', ...kept },
    { id: 'VOIDED', issued: null, ...kept },
  ]);
  await client.query(`UPDATE "Workspace" SET name = 'Moved'`);
  await client.query(
    `UPDATE "Invoice" SET status = 'SENT', "dateSent" = '2026-04-01' WHERE status <> 'VOIDED'`,
  );
  const later = await client.query(
    `SELECT id, "dateIssued"::text AS issued, "sellerInfo" ->> 'name' AS name FROM "Invoice" ORDER BY id`,
  );
  expect(later.rows).toEqual([
    { id: 'DRAFT', issued: '2026-04-01', name: 'Moved' },
    { id: 'SENT', issued: '2026-03-01', name: 'Ours' },
    { id: 'VOIDED', issued: null, name: 'Ours' },
  ]);
});

test('an e-mail template that nobody changed gets the new words, any other keeps its own', async () => {
  const migrate = await before('20261122010100_default_mail_wording');
  const former = [
    'Hello {{ contact.firstName }},',
    '',
    'here is invoice {{ invoice.number }} over {{ invoice.total }}. Amount due: {{ invoice.amountDue }}, by {{ invoice.dueDate }}.',
    '{% if invoice.viewOnlineUrl %}You can view it online: {{ invoice.viewOnlineUrl }}',
    '{% endif %}',
    'Thank you,',
    '{{ workspace.name }}',
  ].join('\n');
  const own = `${former}\nP.S. here is invoice {{ invoice.number }}`;
  for (const [id, body] of Object.entries({ former, own })) {
    await client.query(
      `INSERT INTO "EmailTemplate" ("accountId", id, name, subject, body) VALUES (1, $1, $1, 'S', $2)`,
      [id, body],
    );
  }
  await migrate();
  const { rows } = await client.query(`SELECT id, body FROM "EmailTemplate" ORDER BY id`);
  expect(rows).toEqual([
    { id: 'former', body: buildDefaultSetup(1).emailTemplate.body },
    { id: 'own', body: own },
  ]);
});

test('a key that may write keeps the write of settings and users, and none gets that of keys', async () => {
  const migrate = await before('20261122120000_rights_by_area');
  for (const [id, scopes] of [
    ['both', '{read,write}'],
    ['read', '{read}'],
    ['write', '{write}'],
  ]) {
    await client.query(
      `INSERT INTO "ApiKey" ("accountId", id, name, prefix, hash, scopes) VALUES (1, $1, $1, $1, repeat('0', 64), $2)`,
      [id, scopes],
    );
  }
  await migrate();
  const { rows } = await client.query('SELECT id, scopes FROM "ApiKey" ORDER BY id');
  expect(rows).toEqual([
    { id: 'both', scopes: ['read', 'write', 'settings:write', 'people:write'] },
    { id: 'read', scopes: ['read'] },
    { id: 'write', scopes: ['write', 'settings:write', 'people:write'] },
  ]);
  const may = (index: number) => grantedPermissions(rows[index].scopes);
  const everyday = permissionAreas.filter((area) => area !== 'keys');
  expect(findMissingScopes(may(0), readPermissions(everyday))).toEqual([]);
  expect(
    findMissingScopes(
      may(0),
      requiredPermissions(...everyday.map((area) => `${area}:write` as const)),
    ),
  ).toEqual([]);
  expect(findMissingScopes(may(0), requiredPermissions('keys:read', 'keys:write'))).toHaveLength(2);
  expect(hasAnyPermission(may(1), 'write')).toBe(false);
  expect(hasAnyPermission(may(2), 'read')).toBe(false);
});
