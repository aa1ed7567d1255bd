import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvTableNames, csvTables } from '../../src/backup/csv/csv-tables.ts';
import { defaultCsvOptions } from '../../src/backup/csv/csv-writer.ts';
import { exportCsv } from '../../src/backup/csv/export-csv.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { recordTypes } from '../../src/platform/ids/record-ids.ts';
import { seedWorkspace } from '../../src/seed/index.ts';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { arranger } from '../support/report-totals.ts';

const api = useTestApi();

/** Texts that a spreadsheet would compute, and such that break lines and cells. */
const formulas = ['=1+1', '+49 30 1', '-cmd', '@SUM(A1)', '\t=1', '＝1'];
const phones = ['+32 2 555 12 34', '+32475123456', '+1 (613) 555-0142', '+49 30/901820-1'];
const computed = [
  '+32-2-5551234',
  '+1 2',
  '+1+1234567',
  '+32 2 555 12 34+A1',
  '+1 (613) 555-0142\n=1',
];
const plain = ['a,b;"c"\r\nd', 'Zoë – 日本', "'quoted", '5-6', ' =1', ...phones];

beforeAll(async () => {
  const options = { clients: 12, months: 6, seed: 9, onProgress: () => {} };
  await seedWorkspace(api.database.prisma, api.ours.context, options);
  const { client } = arranger(api, api.ours);
  for (const notes of [...formulas, ...plain, ...computed, ...Object.keys(formulaParts)])
    await client({ notes });
  await arranger(api, api.theirs).client({ notes: 'Theirs alone' });
});

/** Texts of several lines or cells, of which a spreadsheet could compute some, and what a file has instead. */
const formulaParts: Readonly<Record<string, string>> = {
  'first\r=1+1': "first\r'=1+1",
  'first\n=1+1\n+2': "first\n'=1+1\n'+2",
  'first\r\n@SUM(A1)': "first\r\n'@SUM(A1)",
  'first\r\t=1': "first\r'\t=1",
  'x;=2': "x;'=2",
  'x,-2': "x,'-2",
  'x\t＝2': "x\t'＝2",
};

/** The cells of a file, read by the letters of RFC 4180. */
function cellsOf(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"\\r\\n${separator}]*))(${separator}|\\r\\n)`,
    'y',
  );
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, bare = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`no cell at ${at}: ${text.slice(at, at + 40)}`);
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

function recordsOf(text: string, separator = ','): Record<string, string>[] {
  const [heads = [], ...rows] = cellsOf(text, separator);
  return rows.map((row) => {
    expect(row).toHaveLength(heads.length);
    return Object.fromEntries(heads.map((head, index) => [head, row[index] ?? '']));
  });
}

const download = (path: string, key = api.ours.key) =>
  api.request(`/books/csv/${path}`, { headers: { 'x-api-key': key } });

describe('a file of records', () => {
  test.each(csvTableNames)('%s has every record of the workspace, and no other', async (name) => {
    const { headers, status, text = '' } = await download(`${name}.csv`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    const records = recordsOf(text);
    const tables: Partial<Record<string, string>> = {
      invoiceTaxes: 'InvoiceTaxLine',
      creditNoteTaxes: 'CreditNoteTaxLine',
    };
    const model = tables[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const table = tables[name] ?? model.replace(/ies$/, 'y').replace(/s$/, '');
    const { rows } = await api.database.pool.query(
      `SELECT id::text FROM "${table}" WHERE "accountId" = $1 ORDER BY id`,
      [api.ours.accountId],
    );
    expect(records.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(text).not.toContain('Theirs alone');
  });

  test('exists for every type of record except settings, templates and what the service records itself', () => {
    const written: string[] = Object.values(csvTables).map(({ model }) => model);
    const others = [
      ...[
        'CustomField',
        'EmailTemplate',
        'Form',
        'InvoiceTemplate',
        'PipelineStage',
        'ProjectTemplate',
      ],
      ...['ProjectTemplateDeliverable', 'ProjectType', 'TaskStage'],
      ...['ApiKey', 'InvoiceEvent', 'MailSuppression', 'OutboxMail'],
      ...['WebhookDelivery', 'WebhookEndpoint'],
    ];
    expect([...written, ...others].sort()).toEqual([...Object.keys(recordTypes), 'User'].sort());
  });

  test('has amounts, days and instants unchanged, and names next to ids', async () => {
    const { text = '' } = await download('invoices.csv');
    const [first] = recordsOf(text);
    const stored = await api.database.prisma.invoice.findUniqueOrThrow({
      where: { accountId_id: { accountId: api.ours.accountId, id: first?.id ?? '' } },
      include: { client: true },
    });
    expect(first).toMatchObject({
      total: stored.total.toString(),
      currency: stored.currency,
      status: stored.status,
      dateCreated: stored.dateCreated.toISOString().slice(0, 10),
      createdAt: stored.createdAt.toISOString(),
      clientName: stored.client.name,
    });
    expect(first).not.toHaveProperty('viewToken');
    expect(first).not.toHaveProperty('accountId');
    expect(text).not.toContain(stored.viewToken);
  });

  test('has an apostrophe before formulas, unless the caller disables it', async () => {
    const notesOf = async (query: string) =>
      recordsOf((await download(`clients.csv${query}`)).text ?? '').map(({ notes }) => notes);
    const safe = await notesOf('');
    for (const notes of formulas) {
      expect(safe).toContain(`'${notes}`);
      expect(safe).not.toContain(notes);
    }
    for (const notes of plain) expect(safe).toContain(notes);
    for (const notes of computed) expect(safe).not.toContain(notes);
    const remaining = await notesOf('?keepFormulas=true');
    for (const notes of [...formulas, ...plain]) expect(remaining).toContain(notes);
  });

  test.each(['comma', 'semicolon', 'tab'])(
    'quotes line ends and all separators, and guards each line and part (%s)',
    async (separator) => {
      const sign = { comma: ',', semicolon: ';', tab: '\t' }[separator];
      for (const [query, texts] of [
        ['', Object.values(formulaParts)],
        ['&keepFormulas=true', Object.keys(formulaParts)],
      ] as const) {
        const { text = '' } = await download(`clients.csv?separator=${separator}${query}`);
        const notes = recordsOf(text, sign).map((record) => record.notes);
        for (const expected of texts) {
          expect(notes).toContain(expected);
          expect(text).toContain(`"${expected}"`);
        }
      }
    },
  );

  test('has another separator and a UTF-8 byte order mark on request', async () => {
    const response = await api.app.request('/books/csv/clients.csv?separator=semicolon&bom=true', {
      headers: { 'x-api-key': api.ours.key },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const records = recordsOf(bytes.subarray(3).toString('utf8'), ';');
    expect(records.map(({ notes }) => notes)).toContain('a,b;"c"\r\nd');
    const wrong = await download('clients.csv?separator=pipe');
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'separator']);
  });

  test('requires read permission for all its columns', async () => {
    expect((await api.request('/books/csv/clients.csv')).status).toBe(401);
    for (const path of ['/books/csv', '/books/csv/nothing.csv']) {
      const headers = { 'x-api-key': api.ours.key };
      const response = await api.app.request(path, { headers });
      const body = (await response.json()) as { code: string; message: string };
      expect([response.status, body.code]).toEqual([404, 'route_not_found']);
      expect(body.message).toContain(csvTableNames.map((name) => `${name}.csv`).join(', '));
    }
    expect((await download('apiKeys.csv')).status).toBe(404);
    const { key } = await createApiKey(api.ours.context, { name: 'C', scopes: ['clients:read'] });
    expect((await download('clients.csv', key)).status).toBe(200);
    const rejected = await download('invoices.csv', key);
    expect([rejected.status, rejected.body.code]).toEqual([403, 'missing_scope']);
    const { email } = await addPerson(api, [[api.ours, 'MEMBER']]);
    const member = new TestBrowser(api);
    await member.signIn(email);
    for (const file of ['clients', 'timeEntries', 'invoices']) {
      expect((await member.get(`/books/csv/${file}.csv`)).status).toBe(403);
    }
  });

  test('comes by parts, of one moment, however many records there are', async () => {
    const { accountId } = api.theirs;
    await api.database.pool.query(
      `INSERT INTO "Client" ("accountId", id, name) SELECT $1, 'cli_many' || lpad(n::text, 6, '0'), 'Many ' || n FROM generate_series(1, 3500) n`,
      [accountId],
    );
    const response = await api.app.request('/books/csv/clients.csv', {
      headers: { 'x-api-key': api.theirs.key },
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const parts = [await reader.read()];
    await api.database.pool.query(
      `DELETE FROM "Client" WHERE "accountId" = $1 AND id LIKE 'cli_many%'`,
      [accountId],
    );
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part);
    expect(parts.length).toBeGreaterThan(3);
    const text = Buffer.concat(parts.map(({ value }) => value ?? new Uint8Array())).toString();
    expect(recordsOf(text).filter(({ name }) => name?.startsWith('Many'))).toHaveLength(3_500);
  });
});

test('a folder has one file for each type, readable by its owner only, and is removed if the export fails', async () => {
  const position = await mkdtemp(join(tmpdir(), 'actiongraph-csv-'));
  try {
    const standard = {
      url: api.databaseUrl,
      accountId: api.ours.accountId,
      form: defaultCsvOptions,
    };
    const folder = join(position, 'all');
    const { signal } = new AbortController();
    const files = await exportCsv({ ...standard, folder, signal });
    expect(files.map(({ name }) => name)).toEqual(csvTableNames.map((name) => `${name}.csv`));
    for (const { bytes, name } of files) {
      const { mode, size } = await stat(join(folder, name));
      expect([mode & 0o777, size]).toEqual([0o600, bytes]);
    }
    const clients = await readFile(join(folder, 'clients.csv'), 'utf8');
    expect(clients).toBe((await download('clients.csv')).text);
    await expect(exportCsv({ ...standard, folder, signal })).rejects.toThrow('already exists');
    const stopped = exportCsv({
      ...standard,
      folder: join(position, 'no'),
      signal: AbortSignal.abort(),
    });
    await expect(stopped).rejects.toThrow();
    const none = exportCsv({ ...standard, accountId: 999, folder: join(position, 'no'), signal });
    await expect(none).rejects.toThrow('There is no workspace 999');
    expect(await readdir(position)).toEqual(['all']);
  } finally {
    await rm(position, { recursive: true });
  }
});
