import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await api.addWorkspace({ name: 'Searched' });
  const clients = [
    { name: 'Acme Corp', phone: '+49 30 1234' },
    { name: 'Bolt' },
    { name: '100% Juice' },
    { name: 'under_score' },
    { name: 'underXscore' },
    { name: 'back\\slash' },
    { name: 'Ümläut GmbH' },
    { name: 'Archived Acme' },
    { name: 'Zebra', phone: 'EXT 5' },
  ];
  for (const client of clients) await workspace.post('clients/create', client);
  const contacts = [
    { clientName: 'Bolt', first: 'Ada', last: 'Lovelace', email: 'Ada.L@Mail.example' },
    { clientName: 'Bolt', first: 'Left', last: 'Longago', email: 'left@mail.example' },
    { clientName: 'Zebra', first: 'ΝΙΚΟΣ', phone: '0800-Call', mobile: '777' },
    { clientName: 'Zebra', last: 'Per%cent_ (Li)' },
    { clientName: 'Archived Acme', first: 'Old', last: 'Timer', email: 'old@mail.example' },
    { first: 'Free', last: 'Agent', email: 'free@mail.example' },
  ];
  for (const contact of contacts) await workspace.post('contacts/create', contact);
  const { accountId } = workspace;
  await api.database.prisma.contact.updateMany({
    where: { accountId, firstName: 'Left' },
    data: { archived: true },
  });
  await api.database.prisma.client.updateMany({
    where: { accountId, name: 'Archived Acme' },
    data: { archived: true },
  });
});

async function search(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await workspace.get('clients/search', parameters);
  expect(status).toBe(200);
  return body.map((client: { name: string }) => client.name);
}

describe('clients/search finds', () => {
  test.each([
    ['name that starts with the query', 'acme c', ['Acme Corp']],
    ['name in other letters than ASCII', 'üMLÄ', ['Ümläut GmbH']],
    ['phone that starts with it', '+49 30', ['Acme Corp']],
    ['phone, ignoring case', 'ext', ['Zebra']],
    ['contact’s e-mail that starts with it', 'ADA.l@', ['Bolt']],
    ['contact’s phone that starts with it', '0800-CALL', ['Zebra']],
    ['contact’s full name that contains it', 'A LOVE', ['Bolt']],
    ['contact’s first name alone', 'νικο', ['Zebra']],
    ['contact’s last capital sigma as itself', 'ΝΙΚΟΣ', ['Zebra']],
    ['contact’s name that contains two letters', 'li', ['Zebra']],
    ['contact’s name that contains one letter', '(', ['Zebra']],
    ['name or contact, each client once', 'a', ['Acme Corp', 'Bolt']],
    ['% as itself in a contact’s name', 'r%c', ['Zebra']],
    ['_ as itself in a contact’s name', '_', ['Zebra']],
    ['% as itself in a name', '100%', ['100% Juice']],
    ['_ as itself in a name', 'under_', ['under_score']],
    ['\\ as itself in a name', 'back\\', ['back\\slash']],
  ])('a client by a %s', async (_, query, names) => {
    expect(await search({ query })).toEqual(names);
  });

  test.each([
    ['a name that only contains the query', 'corp'],
    ['a phone that only contains it', '1234'],
    ['a contact’s e-mail that only contains it', 'mail.example'],
    ['a contact’s phone that only contains it', '800'],
    ['a contact’s mobile phone', '777'],
    ['an archived client', 'archived'],
    ['an archived client’s contact', 'old@'],
    ['an archived contact', 'longago'],
    ['an archived contact’s e-mail', 'left@'],
    ['a contact of no client', 'free'],
    ['% for anything', 'a%e'],
    ['_ for any letter', 'a_a'],
    ['\\ alone', '\\'],
  ])('nothing by %s', async (_, query) => {
    expect(await search({ query })).toEqual([]);
  });

  const everyName = [
    '100% Juice',
    'Acme Corp',
    'Bolt',
    'Zebra',
    'back\\slash',
    'underXscore',
    'under_score',
    'Ümläut GmbH',
  ];

  test.each([{}, { query: '' }, { query: '  ' }, { id: '' }, { unknown: 'x' }])(
    'every active client, by name, with %j',
    async (parameters) => {
      expect(await search(parameters as Record<string, string>)).toEqual(everyName);
    },
  );

  test('the same records as the list and the search by id', async () => {
    const { body: listed } = await workspace.get('clients/list');
    const { body: searched } = await workspace.get('clients/search');
    expect(searched).toEqual(listed);
    const bolt = listed.find((client: { name: string }) => client.name === 'Bolt');
    expect(bolt.contacts.map((contact: { firstName: string }) => contact.firstName)).toEqual([
      'Ada',
    ]);
    expect((await workspace.get('clients/search', { query: 'bolt' })).body).toEqual([bolt]);
    expect((await workspace.get('clients/search', { id: bolt.id })).body).toEqual([bolt]);
  });
});

describe('clients/search by id', () => {
  test('finds just that client, archived or not, and ignores the query', async () => {
    const archived = await api.database.prisma.client.findFirstOrThrow({
      where: { accountId: workspace.accountId, archived: true },
    });
    expect(await search({ id: archived.id, query: 'bolt' })).toEqual(['Archived Acme']);
  });

  test('finds none by an unknown id, or another workspace’s', async () => {
    const { body: foreign } = await api.theirs.post('clients/create', { name: 'Theirs' });
    expect(await search({ id: 'cli_0' })).toEqual([]);
    expect(await search({ id: foreign.id })).toEqual([]);
    expect(await search({ id: foreign.id, query: 'bolt' })).toEqual([]);
  });
});

test('clients/search never finds another workspace’s clients, by none of its ways', async () => {
  await api.theirs.post('clients/create', { name: 'Quux', phone: 'quux' });
  const contact = { first: 'quux', email: 'quux@x.example', phone: 'quux', clientName: 'Quux' };
  await api.theirs.post('contacts/create', contact);
  expect((await api.theirs.get('clients/search', { query: 'quux' })).body).toHaveLength(1);
  expect(await search({ query: 'quux' })).toEqual([]);
});

test('clients/search rejects a query that cannot be stored or is too long', async () => {
  for (const query of ['a\u0000', 'x'.repeat(256)]) {
    const { status, body } = await workspace.get('clients/search', { query });
    expect([status, body.errors[0].path]).toEqual([400, 'query']);
  }
});

test('clients/search takes one statement, the key’s own aside, however many it finds', async () => {
  const counted = await api.addWorkspace();
  for (const n of [1, 2, 3]) {
    await counted.post('clients/create', { name: `Many ${n}`, customValues: { A: n } });
    const contact = { first: 'F', clientName: `Many ${n}`, customValues: { B: n } };
    await counted.post('contacts/create', contact);
  }
  for (const [query, found] of [['many 1', 1] as const, ['many', 3] as const]) {
    const { result, statements } = await recordStatements(() =>
      counted.get('clients/search', { query }),
    );
    expect(result.body).toHaveLength(found);
    expect(statements).toHaveLength(1 + 1);
  }
});
