import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { openExport } from '../../src/backup/workspace/export-file.ts';
import { streamWorkspaceExport } from '../../src/backup/workspace/export-workspace.ts';
import { excludedModels, exportedModels } from '../../src/backup/workspace/exported-models.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { testAttachments } from '../support/api.ts';
import { fillDatabase, sql, useDatabases } from '../support/backups.ts';
import { brought, recordsOf, taken, useExportFiles } from '../support/exports.ts';

const databases = useDatabases();
const newFile = useExportFiles();
const link = 'secret-of-a-link-12345';
const mailed = (accountId: number, token: string) => `Here: /invoices/view/${accountId}-${token}`;
let source: string;
/** A workspace of believable records, and one that has one in every table. */
let seeded: number;
let each: number;
let file: string;
let lines: string[];

beforeAll(async () => {
  source = await databases.migrated();
  seeded = (await fillDatabase(source)).accountId;
  each = seeded + 1;
  // The workspace refers to a tax rule that the file contains later.
  await sql(
    source,
    `UPDATE "Workspace" SET "defaultTaxRuleId" = 'tax_1' WHERE "accountId" = ${each}`,
    `UPDATE "User" SET "personId" = 'prs_1', "invitationHash" = repeat('e', 64) WHERE "accountId" = ${each}`,
    `UPDATE "Invoice" SET "viewToken" = '${link}' WHERE "accountId" = ${each}`,
    `UPDATE "OutboxMail" SET "invoiceId" = 'inv_1', body = '${mailed(each, link)}' WHERE "accountId" = ${each}`,
  );
  file = newFile();
  await taken(source, each, file);
  lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
});

/** A file of lines with an end that fits them. */
async function written(
  body: string[],
  change: (end: { records: number }) => object = (end) => end,
) {
  const text = body.map((line) => `${line}\n`).join('');
  const { end } = JSON.parse(lines.at(-1) ?? '');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const path = newFile();
  const last = { end: change({ ...end, records: body.length - 1, sha256 }) };
  await writeFile(path, `${text}${JSON.stringify(last)}\n`);
  return path;
}

/** Which line of the export has the first record of a model; the first line is 1. */
const lineOf = (model: string) =>
  lines.findIndex((line) => line.startsWith(`{"model":"${model}"`)) + 1;

/** Records without the invoice links in their mails, which are new. */
const unlinked = (records: object) =>
  JSON.parse(JSON.stringify(records).replace(/\/invoices\/view\/\d+-[\w-]{22}/g, '/invoices/view'));

const counted = async (url: string) =>
  (await sql<{ n: number }>(url, 'SELECT count(*)::int AS n FROM "Workspace"'))[0]?.n;

describe('a workspace that is exported and imported', () => {
  test('contains every model of the datamodel, or has a documented exception', () => {
    const known = [...exportedModels, ...Object.keys(excludedModels)].sort();
    expect(known).toEqual(Object.keys(Prisma.ModelName).sort());
  });

  test('is the same, record by record, with its own number if that is free and with another one otherwise', async () => {
    const seededFile = newFile();
    const { end } = await taken(source, seeded, seededFile);
    expect(end.nextInvoiceNumber).not.toBe('INV-00001');
    const target = await databases.migrated();
    for (const [accountId, path] of [
      [each, file],
      [seeded, seededFile],
    ] as const) {
      const records = unlinked(await recordsOf(source, accountId));
      expect(Object.values(records).flat().length).toBeGreaterThan(30);
      const free = await brought(target, path);
      await expect(brought(target, path)).rejects.toThrow(
        `holds records that workspace ${accountId} here`,
      );
      const again = await brought(target, path, true);
      expect([free.accountId, again.accountId === accountId]).toEqual([accountId, false]);
      expect(unlinked(await recordsOf(target, free.accountId))).toEqual(records);
      expect(unlinked(await recordsOf(target, again.accountId))).toEqual(records);
      expect(again.nextInvoiceNumber).toBe(free.nextInvoiceNumber);
      if (accountId === seeded) expect(again.nextInvoiceNumber).toBe(end.nextInvoiceNumber);
      // Workspaces in deletion do not block the import.
      await sql(target, 'UPDATE "Workspace" SET "deletedAt" = now()');
      expect(await brought(target, path)).toMatchObject({ records: again.records });
    }
    const empty = exportedModels.filter(
      (model) => !lines.some((line) => line.startsWith(`{"model":"${model}"`)),
    );
    expect(empty).toEqual([]);
    // The next records get unused numbers.
    const [next] = await sql<{ accountId: number; id: number }>(
      target,
      `WITH w AS (INSERT INTO "Workspace" (name) VALUES ('Next') RETURNING "accountId")
       SELECT "accountId", nextval('"User_id_seq"')::int AS id FROM w`,
    );
    const [maximum] = await sql<{ id: number; accountId: number }>(
      target,
      `SELECT max(id) AS id, (SELECT max("accountId") FROM "Workspace") AS "accountId" FROM "User"`,
    );
    expect(next?.accountId).toBe(maximum?.accountId);
    expect(next?.id).toBeGreaterThan(maximum?.id ?? 0);
  });

  test('contains no key, sign-in, invitation, stored response or link, and creates new links, also in the mails', async () => {
    const text = lines.join('\n');
    for (const secret of [
      'secret-of-a-link',
      'e'.repeat(64),
      '0'.repeat(64),
      'prs_1',
      'KeptAnswer',
      'LogEntry',
    ]) {
      expect(text).not.toContain(secret);
    }
    const target = await databases.migrated();
    const { accountId } = await brought(target, file);
    const [link] = await sql<{ token: string; mail: string; users: number; keys: number }>(
      target,
      `SELECT "viewToken" AS token, (SELECT body FROM "OutboxMail" WHERE id = 'mai_1') AS mail,
         (SELECT count(*)::int FROM "ApiKey") AS keys,
         (SELECT count(*)::int FROM "User" WHERE "personId" IS NULL) AS users
       FROM "Invoice" WHERE "accountId" = ${accountId}`,
    );
    const token = expect.stringMatching(/^[\w-]{22}$/);
    expect(link).toEqual({ token, mail: mailed(accountId, link?.token ?? ''), keys: 0, users: 1 });
    const { accountId: other } = await brought(target, file, true);
    const mails = await sql<{ body: string; token: string }>(
      target,
      `SELECT body, "viewToken" AS token FROM "OutboxMail" m JOIN "Invoice" i USING ("accountId")
       WHERE i.id = m."invoiceId" AND "accountId" = ${other}`,
    );
    expect(mails.map(({ body }) => body)).toEqual(mails.map((one) => mailed(other, one.token)));
  });

  test('holds the mail that waited, of this workspace alone', async () => {
    await sql(source, `UPDATE "OutboxMail" SET status = 'QUEUED' WHERE "accountId" = ${each}`);
    const path = newFile();
    await taken(source, each, path);
    expect((await brought(source, path, true)).mail).toEqual({ held: 1, unconfirmed: 0 });
    const found = await sql<{ status: string }>(
      source,
      `SELECT status::text FROM "OutboxMail" WHERE id = 'mai_1' ORDER BY "accountId"`,
    );
    expect(found.map(({ status }) => status)).toEqual(['QUEUED', 'HELD']);
  });

  test('is a snapshot, also if it is written to during the export', async () => {
    const client = new pg.Client(source);
    await client.connect();
    const { store } = testAttachments();
    const parts = streamWorkspaceExport(client, each, store, () => undefined);
    const path = newFile();
    const { value: header } = await parts.next();
    await sql(
      source,
      `INSERT INTO "Contact" ("accountId", id) VALUES (${each}, 'con_late')`,
      `INSERT INTO "Vendor" ("accountId", id, name) VALUES (${each}, 'ven_late', 'Late')`,
      `UPDATE "Client" SET notes = 'late' WHERE "accountId" = ${each}`,
    );
    await writeFile(path, header ?? '');
    for await (const part of parts) await appendFile(path, part);
    await client.end();
    expect(await readFile(path, 'utf8')).not.toMatch(/con_late|ven_late/);
    // The import compares them with the counts of the file.
    expect((await brought(source, path, true)).figures.Vendor?.rows).toBe(1);
  });

  test('has its webhook endpoints disabled', async () => {
    const state = (columns: string) =>
      sql(source, `UPDATE "WebhookEndpoint" SET ${columns} WHERE "accountId" = ${each}`);
    await state(`state = 'ACTIVE', "stateReason" = NULL`);
    const path = newFile();
    await taken(source, each, path);
    await state(`state = 'DISABLED', "stateReason" = 'RESTORED'`);
    const target = await databases.migrated();
    await brought(target, path);
    expect(await sql(target, 'SELECT state, "stateReason" FROM "WebhookEndpoint"')).toEqual([
      { state: 'DISABLED', stateReason: 'RESTORED' },
    ]);
    expect(await sql(target, 'SELECT id FROM "WebhookSecret"')).toEqual([]);
  });
});

describe('an import', () => {
  test('rejects a truncated, changed, unknown or newer file before it connects to a database', async () => {
    const header = JSON.parse(lines[0] ?? '');
    const whole = await readFile(file);
    const cut = async (length: number) => {
      const path = newFile();
      await writeFile(path, whole.subarray(0, length));
      return path;
    };
    const changed = async (what: string | RegExp, by: string) => {
      const path = newFile();
      await writeFile(path, whole.toString().replace(what, by));
      return path;
    };
    const vendor = lineOf('Vendor');
    const newer = { ...header, format: 2, release: '9.9.9' };
    const later = {
      ...header,
      release: '9.9.9',
      migrations: [...header.migrations, { name: '2999_x', checksum: '' }],
    };
    const older = { ...header, release: '0.0.1', migrations: [] };
    const body = lines.slice(1, -1);
    const cases: [string, RegExp][] = [
      [await cut(whole.length - 1), /it is incomplete/],
      [await cut(whole.length - Buffer.byteLength(lines.at(-1) ?? '') - 1), /it is incomplete/],
      // In the middle of its first record: the header, which lists every migration, may be most of a small file.
      [await cut(Buffer.byteLength(lines[0] ?? '') + 20), /it is incomplete/],
      [await cut(0), /not a file of/],
      [await changed('"Studio"', '"Stadio"'), /its content was changed/],
      [
        await changed('{"model":"Vendor","record":{"id"', '{"model":"Vendor","record":{"ID"'),
        RegExp(`its line ${vendor} has the id that is missing`),
      ],
      [
        await changed(/("model":"Vendor",.*)"name"/, '$1"nahme"'),
        RegExp(`its line ${vendor} has a field that Vendor does not have, nahme`),
      ],
      [
        await changed('{"model":"Vendor","record":', '{"model":"Vendor","record:'),
        RegExp(`its line ${vendor} has no record`),
      ],
      [await changed(`${lines[vendor - 1]}\n`, ''), /it has \d+ records instead of \d+/],
      [await written([JSON.stringify(newer), ...body]), /release 9\.9\.9, in a form \(2\)/],
      [
        await written([JSON.stringify(later), ...body]),
        /does not know its tables .*2999_x.*Import it with release 9/,
      ],
      [await written([JSON.stringify(older), ...body]), /are older than those of this one/],
      [await written(['{"product":"other"}', ...body]), /not a file of/],
      ['/nowhere/at-all.ndjson', /there is no such file/],
    ];
    for (const [path, words] of cases) {
      const opened = openExport(path, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      await expect(opened, String(words)).rejects.toThrow(words);
    }
  });

  test('leaves nothing behind if records are inconsistent or their counts differ', async () => {
    const target = await databases.migrated();
    const without = (model: string) =>
      lines.slice(0, -1).filter((line) => !line.startsWith(`{"model":"${model}"`));
    const twice = [
      ...lines.slice(0, -1),
      ...lines.filter((line) => line.startsWith('{"model":"Vendor"')),
    ];
    const cases: [string, RegExp][] = [
      [
        await written(without('TaxRule')),
        RegExp(`invalid TaxComponent records: line ${lineOf('TaxComponent') - 1}, taxRuleId: `),
      ],
      [
        await written(
          without('TaxRule').filter((line) => !line.startsWith('{"model":"TaxComponent"')),
        ),
        /inconsistent records: line 2: .*defaultTaxRuleId/,
      ],
      [await written(without('Vendor')), /Vendor, records: 1 in the file, 0 imported/],
      [await written(twice), RegExp(`invalid Vendor records: line ${lines.length}, id: `)],
      [
        await written(lines.slice(0, -1), (end) => ({ ...end, nextInvoiceNumber: 'INV-9' })),
        /next number: INV-9/,
      ],
      [
        await written([lines[0] ?? '', '{"model":"ApiKey","record":{"id":"key_1"}}']),
        /unknown model, ApiKey/,
      ],
      [await written([...lines.slice(0, -1), '[1]']), /has no record/],
    ];
    for (const [path, words] of cases) await expect(brought(target, path)).rejects.toThrow(words);
    expect(await counted(target)).toBe(0);
  });
});

test('a file that was forged with a right digest is rejected whole: ids, numbers, secrets and rows of others', async () => {
  const target = await databases.migrated();
  const header = lines[0] ?? '';
  const forgedHeader = (change: object) => {
    const whole = JSON.parse(header);
    return [JSON.stringify({ ...whole, ...change }), ...lines.slice(1, -1)];
  };
  const { workspace } = JSON.parse(header);
  const unfit = (model: string, field: string) =>
    RegExp(`invalid ${model} records: line ${lineOf(model)}, ${field}: `);
  const forged = (model: string, change: object) =>
    lines.slice(0, -1).map((line) => {
      if (!line.startsWith(`{"model":"${model}"`)) return line;
      const { record } = JSON.parse(line);
      return JSON.stringify({ model, record: { ...record, ...change } });
    });
  const cases: [string[], RegExp][] = [
    [forged('Client', { id: 'inv_1' }), /has the id "inv_1", while one of Client begins with cli_/],
    [forged('Vendor', { id: 'ven_../../x' }), /has the id "ven_/],
    [forged('Vendor', { id: 7 }), /has the id 7/],
    [forged('Vendor', { version: 2_147_483_647 }), /has the version 2147483647/],
    [forged('Vendor', { version: '1' }), /has the version "1"/],
    [forged('InvoiceSequence', { nextNumber: 2_147_483_647 }), /has the next number 2147483647/],
    [forged('User', { id: 2_000_000_001 }), /has the number 2000000001 of a user/],
    [forged('User', { id: -1 }), /has the number -1 of a user/],
    [forged('Contact', { clientId: 'cli_theirs' }), unfit('Contact', 'clientId')],
    [forged('Payment', { amount: '1e400' }), unfit('Payment', 'amount')],
    [forged('Payment', { date: 'soon' }), unfit('Payment', 'date')],
    [forged('Payment', { invoiceId: null }), unfit('Payment', 'invoiceId')],
    [forged('Payment', { amount: '7' }), RegExp(`records: line ${lineOf('Invoice')}: .*sum to`)],
    [forged('WorkspaceLogo', { mediaType: 'text/html' }), unfit('WorkspaceLogo', 'mediaType')],
    [forged('WorkspaceLogo', { bytes: '%' }), unfit('WorkspaceLogo', 'bytes')],
    [forgedHeader({ workspace: { ...workspace, accountId: "1'; --" } }), /its first line/],
    [forgedHeader({ workspace: { ...workspace, largestUser: 1e12 } }), /its first line/],
    [forgedHeader({ models: [{ name: 'Client', columns: 'id' }] }), /its first line/],
    [forgedHeader({ takenAt: 'never' }), /its first line/],
  ];
  for (const [body, words] of cases) {
    await expect(brought(target, await written(body)), String(words)).rejects.toThrow(words);
  }
  const bare = await written(lines.slice(0, -1), () => ({ sha256: 'x' }));
  await expect(brought(target, bare)).rejects.toThrow(/its last line|not what was written/);
  expect(await counted(target)).toBe(0);
  // Extra values besides the columns of the header are ignored: the import sets the workspace and the secrets.
  const other = {
    accountId: 999,
    invitationHash: 'f'.repeat(64),
    personId: 'prs_1',
    deletedAt: '2026-01-01T00:00:00Z',
  };
  const path = await written(
    forged('User', other).map((line) =>
      line.startsWith('{"model":"Workspace"')
        ? line.replace(
            '"record":{',
            `"record":{"deletedAt":"2026-01-01T00:00:00Z","accountId":999,`,
          )
        : line,
    ),
  );
  const { accountId } = await brought(target, path);
  expect(
    await sql(
      target,
      `SELECT w."deletedAt", u."accountId", u."personId", u."invitationHash" FROM "User" u JOIN "Workspace" w USING ("accountId") LIMIT 1`,
    ),
  ).toEqual([{ deletedAt: null, accountId, personId: null, invitationHash: null }]);
});

test('an export is for its owner alone, and is of a workspace that there is', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines[0]).toContain('personal data');
  await expect(taken(source, 999, newFile())).rejects.toThrow('There is no workspace 999');
});
