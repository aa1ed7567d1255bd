import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { created } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';
import { personDoors } from '../support/people.ts';
import { addRecordsWithWord, fieldsWithWord } from '../support/searched-records.ts';

const api = useTestApi();

interface Hit {
  type: string;
  id: string;
  title: string;
  field: string;
  value: string;
  match: string;
}

async function hitsOf(
  workspace: TestWorkspace,
  query: string,
  more: Record<string, string> = {},
): Promise<Hit[]> {
  const { status, body } = await workspace.get('search', { query, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const titlesOf = async (workspace: TestWorkspace, query: string) =>
  (await hitsOf(workspace, query)).map(({ title }) => title);

describe('search', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await api.addWorkspace({ name: 'Search' });
    const clients = [
      { name: 'Ada' },
      { name: 'Ada Holdings' },
      { name: 'North Ada Works' },
      { name: 'Canada Trading' },
      { name: 'José & Søn', phone: '(613) 555-0142' },
      { name: 'Łódź Æther Straße', phone: '+49 (0)30 12 34 56' },
      { name: '100% under_score\\' },
      { name: 'O’Brien-Smith' },
      { name: '東京商事' },
    ];
    for (const client of clients) await created(workspace, 'clients/create', client);
    await created(workspace, 'contacts/create', {
      ...{ first: 'Zoë', last: 'Ångström', email: 'zoe.angstrom@mail.example' },
      ...{ phone: '613.555.9999', mobile: '+33 6 12 34 56 78', clientName: 'O’Brien-Smith' },
    });
    await created(workspace, 'invoices/create', {
      ...{ clientName: 'Ada', orderNumber: 'PO-77/4', description: 'Retainer' },
      items: [{ description: 'Work', quantity: 1, rate: 10 }],
    });
    await created(workspace, 'expenses/create', {
      amount: 5,
      currency: 'EUR',
      billNo: 'R-2026-0815',
    });
    await created(workspace, 'expenses/create', {
      ...{ amount: 5, currency: 'EUR', description: '12-345 boxes', billNo: '12345' },
    });
  });

  test('ranks the whole field before its beginning, a word and a part of a word', async () => {
    const hits = await hitsOf(workspace, 'ada');
    expect(hits.map(({ title, field, value, match }) => ({ title, field, value, match }))).toEqual([
      { title: 'Ada', field: 'name', value: 'Ada', match: 'EXACT' },
      { title: 'Ada Holdings', field: 'name', value: 'Ada Holdings', match: 'PREFIX' },
      { title: 'North Ada Works', field: 'name', value: 'North Ada Works', match: 'WORD' },
      { title: 'Canada Trading', field: 'name', value: 'Canada Trading', match: 'PART' },
    ]);
  });

  test.each([
    ['without accents', 'jose & son', 'José & Søn', 'name', 'EXACT'],
    ['with other accents', 'LODZ ÄTHER', undefined, '', ''],
    ['with ligatures', 'łodz aether strasse', 'Łódź Æther Straße', 'name', 'EXACT'],
    ['with a typographic apostrophe', "o'brien", 'O’Brien-Smith', 'name', 'PREFIX'],
    ['after a hyphen', 'smith', 'O’Brien-Smith', 'name', 'WORD'],
    ['% as itself', '100%', '100% under_score\\', 'name', 'PREFIX'],
    ['_ as a space', 'under score\\', '100% under_score\\', 'name', 'WORD'],
    ['a phone number by its digits', '6135550142', 'José & Søn', 'phone', 'EXACT'],
    ['a phone number otherwise written', '555 01-42', 'José & Søn', 'phone', 'PART'],
    ['the end of a phone number', '0142', 'José & Søn', 'phone', 'PART'],
    ['a national number', '030 123456', 'Łódź Æther Straße', 'phone', 'PART'],
    ['a mobile number', '+33 6 12 34 56 78', 'Zoë Ångström', 'mobile', 'EXACT'],
    ['a full name', 'zoe ang', 'Zoë Ångström', 'name', 'PREFIX'],
    ['an e-mail address', 'ZOE.angstrom@MAIL.example', 'Zoë Ångström', 'email', 'EXACT'],
    ['the domain of an e-mail address', '@mail.example', 'Zoë Ångström', 'email', 'WORD'],
    ['an invoice by its number', 'INV-00001', 'INV-00001', 'invoiceNumberFormatted', 'EXACT'],
    ['an invoice by its plain number', '1', 'INV-00001', 'invoiceNumber', 'EXACT'],
    ['an invoice by its order number', 'po 77', 'INV-00001', 'orderNumber', 'PREFIX'],
    ['an expense by its bill number', '0815', 'R-2026-0815', 'billNo', 'WORD'],
    ['digits of other fields as written', '12-345', '12-345 boxes', 'description', 'PREFIX'],
    ['two letters that begin a field', 'jo', 'José & Søn', 'name', 'PREFIX'],
    ['no two letters within a word', 'os', undefined, '', ''],
    ['other scripts', '東京', '東京商事', 'name', 'PREFIX'],
    ['no other text', 'zzz', undefined, '', ''],
  ])('finds %s: %s', async (_, query, title, field, match) => {
    const hits = await hitsOf(workspace, query);
    expect(hits[0]).toEqual(
      title === undefined ? undefined : expect.objectContaining({ title, field, match }),
    );
  });

  test.each([
    ['', 'query', 'required'],
    ['-- @', 'query', 'required'],
    ['x'.repeat(201), 'query', 'too_long'],
  ])('rejects the query %j', async (query, path, code) => {
    const { status, body } = await workspace.get('search', { query });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ path, code })]);
  });

  test('rejects unknown types, page sizes and cursors, and names the accepted values', async () => {
    const errorsOf = async (more: Record<string, string>) => {
      const { status, body } = await workspace.get('search', { query: 'ada', ...more });
      expect(status).toBe(400);
      return body.errors;
    };
    expect(await errorsOf({ types: 'CLIENT,UNKNOWN', limit: '101' })).toEqual([
      {
        ...{ path: 'types.1', code: 'invalid_choice' },
        message: `must be one of ${Object.keys(fieldsWithWord).join(', ')}`,
      },
      { path: 'limit', code: 'out_of_range', message: 'must be between 1 and 100' },
    ]);
    expect(await errorsOf({ query: '--', limit: '0', after: 'abc' })).toMatchObject([
      { path: 'limit', code: 'out_of_range' },
      { path: 'query', code: 'required' },
      { path: 'after', code: 'invalid_cursor' },
    ]);
    const { headers } = await api.ours.get('search', { query: 'a', limit: '1' });
    expect(headers.get('link')).toBeNull();
  });

  test('pages follow each other without gaps, also if records before the cursor change', async () => {
    const all = await titlesOf(workspace, 'ada');
    let path: string | undefined = 'search?query=ada&limit=1';
    const seen: string[] = [];
    while (path) {
      const { body, headers }: Awaited<ReturnType<TestWorkspace['get']>> =
        await workspace.get(path);
      expect(body.length).toBeLessThanOrEqual(1);
      seen.push(...body.map(({ title }: Hit) => title));
      path = /<\/public\/action\/(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(all);
  });

  test('a cursor of another workspace is rejected', async () => {
    const { headers } = await workspace.get('search', { query: 'ada', limit: '1' });
    const after = new URLSearchParams(/\?(.*)>/.exec(headers.get('link') ?? '')?.[1]).get('after');
    const { status, body } = await api.theirs.get('search', { query: 'ada', after: after ?? '' });
    expect([status, body.errors[0].code]).toEqual([400, 'invalid_cursor']);
  });

  test('takes one statement, the key’s own aside', async () => {
    for (const query of ['ada', 'a', '+49 (0)30 12 34 56']) {
      const { statements } = await recordStatements(() => workspace.get('search', { query }));
      expect(statements).toHaveLength(1 + 1);
    }
  });
});

describe('each type of record', () => {
  let workspace: TestWorkspace;

  beforeAll(async () => {
    workspace = await api.addWorkspace();
    await addRecordsWithWord(workspace, 'Kiwi');
    await addRecordsWithWord(api.theirs, 'Kiwi');
  });

  test('is found, with the field that matches', async () => {
    const hits = await hitsOf(workspace, 'kiwi');
    const fields = Object.fromEntries(hits.map(({ type, field }) => [type, field]));
    // The submission also creates an opportunity with its notes.
    expect(fields).toEqual({ ...fieldsWithWord, OPPORTUNITY: expect.any(String) });
    for (const { value } of hits) expect(value).toContain('Kiwi');
  });

  test.each(Object.keys(fieldsWithWord))('is found alone by its type: %s', async (type) => {
    const hits = await hitsOf(workspace, 'kiwi', { types: type });
    expect(new Set(hits.map((hit) => hit.type))).toEqual(new Set([type]));
  });

  test('is omitted for a key without its scope, and an error if it is asked for', async () => {
    const keyWith = async (...scopes: Scope[]) => {
      const { key } = await createApiKey(workspace.context, { name: 'Key', scopes });
      return workspaceOf(api, workspace.context, key);
    };
    const sales = await keyWith('sales:read', 'tickets:read');
    const types = (await hitsOf(sales, 'kiwi')).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['OPPORTUNITY', 'TICKET', 'FORM_SUBMISSION']));
    const { status, body } = await sales.get('search', { query: 'kiwi', types: 'CLIENT,TICKET' });
    expect([status, body.code]).toEqual([403, 'missing_scope']);
    expect(JSON.stringify(body)).toContain('clients:read');
    expect(await hitsOf(await keyWith('time:read'), 'kiwi')).toEqual([]);
    const writer = await keyWith('clients:write');
    expect((await writer.get('search', { query: 'kiwi' })).status).toBe(403);
  });
});

test('archived records and inactive projects are not found', async () => {
  const workspace = await api.addWorkspace();
  await addRecordsWithWord(workspace, 'Plum');
  const where = { accountId: workspace.accountId };
  const { prisma } = api.database;
  await prisma.client.updateMany({ where, data: { archived: true } });
  await prisma.contact.updateMany({ where, data: { archived: true } });
  await prisma.deliverable.updateMany({ where, data: { archived: true } });
  await prisma.opportunity.updateMany({ where, data: { archived: true } });
  await prisma.ticket.updateMany({ where, data: { archived: true } });
  await prisma.project.updateMany({ where, data: { active: false } });
  const types = (await hitsOf(workspace, 'plum')).map(({ type }) => type);
  expect(types.sort()).toEqual(['EXPENSE', 'FORM_SUBMISSION', 'INVOICE']);
});

test('a text that was changed is no longer found', async () => {
  const workspace = await api.addWorkspace();
  const { id } = await created(workspace, 'clients/create', { name: 'Before Ltd' });
  await workspace.patch('clients/update', { id, name: 'After Ltd' });
  expect(await titlesOf(workspace, 'before')).toEqual([]);
  expect(await titlesOf(workspace, 'after')).toEqual(['After Ltd']);
});

test('an erased client is no longer found, nor what belongs to it', async () => {
  const { ours } = api;
  await addRecordsWithWord(ours, 'Quince');
  const [client] = await hitsOf(ours, 'Quince Works');
  const owner = personDoors(api)({ role: 'OWNER', userId: ours.context.workspace.ownerId });
  const input = { id: client?.id, confirmName: 'Quince Works' };
  expect(await mutate(owner, 'eraseClient', input, 'erasedId')).toMatchObject({
    erasedId: client?.id,
  });
  const types = (await hitsOf(ours, 'quince')).map(({ type }) => type);
  expect(types).not.toContain('CLIENT');
  expect(types).not.toContain('CONTACT');
  expect(await titlesOf(ours, 'quince works')).toEqual([]);
});
