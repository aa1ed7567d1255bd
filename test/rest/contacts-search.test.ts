import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

describe('contacts/search', () => {
  let search: (query?: string) => Promise<string[]>;
  let searchById: (id: string) => Promise<{ id: string }[]>;
  let archivedId: string;

  beforeAll(async () => {
    const workspace = await api.addWorkspace({ name: 'Search' });
    search = async (query) => {
      const { status, body } = await workspace.get(
        'contacts/search',
        query === undefined ? {} : { query },
      );
      expect(status).toBe(200);
      return body.map(
        (contact: { firstName: string; lastName: string }) =>
          `${contact.firstName ?? ''} ${contact.lastName ?? ''}`,
      );
    };
    const people = [
      { first: 'Ada', last: 'Lovelace', email: 'Countess@Analytical.example' },
      { first: 'Émile', last: 'Ångström' },
      { first: '100%', last: 'under_score', email: 'per%cent@wild.example' },
      { first: 'back\\slash', email: 'b@wild.example' },
      { last: 'Hopper', phone: '555-0100' },
      { first: 'ΝΙΚΟΣ' },
    ];
    for (const person of people) await workspace.post('contacts/create', person);
    const archived = await workspace.post('contacts/create', { first: 'Ada', last: 'Archived' });
    await api.database.prisma.contact.update({
      where: { accountId_id: { accountId: workspace.accountId, id: archived.body.id } },
      data: { archived: true },
    });
    archivedId = archived.body.id;
    searchById = async (id) => (await workspace.get('contacts/search', { id, query: 'x' })).body;
  });
  test.each([
    ['a part of the first name', 'da', ['Ada Lovelace']],
    ['a part of the last name', 'LACE', ['Ada Lovelace']],
    ['a part of the full name', 'a lov', ['Ada Lovelace']],
    ['a part of the e-mail address', 'ess@ANALYTICAL', ['Ada Lovelace']],
    ['letters beyond ASCII', 'éMILE å', ['Émile Ångström']],
    ['a last capital sigma as itself', 'ΝΙΚΟΣ', ['ΝΙΚΟΣ ']],
    ['one letter', 'v', ['Ada Lovelace']],
    ['% as itself', '%', ['100% under_score']],
    ['_ as itself', 'r_s', ['100% under_score']],
    ['\\ as itself', '\\', ['back\\slash ']],
    ['no telephone number', '555', []],
    ['nothing else', 'zzz', []],
  ])('finds %s', async (_, query, names) => {
    expect(await search(query)).toEqual(names);
  });

  test.each([undefined, '', '  '])(
    'with the query %j returns all but the archived, by name',
    async (query) => {
      expect(await search(query)).toEqual([
        ' Hopper',
        '100% under_score',
        'Ada Lovelace',
        'back\\slash ',
        'Émile Ångström',
        'ΝΙΚΟΣ ',
      ]);
    },
  );

  test('by id finds just that contact, even archived, and ignores the query', async () => {
    expect((await searchById(archivedId)).map(({ id }) => id)).toEqual([archivedId]);
  });

  test('by an unknown id, or another workspace’s, finds none', async () => {
    const foreign = await api.theirs.post('contacts/create', { first: 'Theirs' });
    expect(await searchById('con_0')).toEqual([]);
    expect(await searchById(foreign.body.id)).toEqual([]);
  });

  test('never finds another workspace’s contacts', async () => {
    await api.theirs.post('contacts/create', { first: 'Unmistakable' });
    const { body } = await api.ours.get('contacts/search', { query: 'Unmistakable' });
    expect(body).toEqual([]);
  });

  test('rejects a query that cannot be stored', async () => {
    const { status } = await api.ours.get('contacts/search', { query: 'a\u0000' });
    expect(status).toBe(400);
  });
});

test('contacts/search takes one statement, the key’s own aside, however many it finds', async () => {
  const counted = await api.addWorkspace();
  for (const n of [1, 2, 3]) {
    await counted.post('contacts/create', { first: `Many ${n}`, customValues: { A: n } });
  }
  for (const [query, found] of [['many 1', 1] as const, ['many', 3] as const, ['', 3] as const]) {
    const { result, statements } = await recordStatements(() =>
      counted.get('contacts/search', { query }),
    );
    expect(result.body).toHaveLength(found);
    expect(statements).toHaveLength(1 + 1);
  }
});
