import { beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../src/database/pool.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let acmeId: string;
let boltId: string;
let foreignClientId: string;

beforeAll(async () => {
  acmeId = (await api.ours.post('clients/create', { name: 'Acme' })).body.id;
  boltId = (await api.ours.post('clients/create', { name: 'Bolt' })).body.id;
  foreignClientId = (await api.theirs.post('clients/create', { name: 'Stranger Ltd' })).body.id;
});

/** A new client with contacts of these first names, the first one its default. */
async function addClient(name: string, ...firsts: string[]) {
  const { body: client } = await api.ours.post('clients/create', { name });
  const contacts = [];
  for (const first of firsts) {
    const defaultContact = contacts.length === 0;
    const answer = await api.ours.post('contacts/create', {
      first,
      clientName: name,
      defaultContact,
    });
    expect(answer.status).toBe(200);
    contacts.push(answer.body);
  }
  return { id: client.id as string, contacts };
}

async function defaultsOf(clientId: string): Promise<string[]> {
  const { body } = await api.ours.get('clients/search', { id: clientId });
  return body[0].contacts
    .filter((contact: { defaultContact: boolean }) => contact.defaultContact)
    .map((contact: { firstName: string }) => contact.firstName);
}

/** Every field of a contact away from its default. */
async function fullContact() {
  const answer = await api.ours.post('contacts/create', {
    first: 'Ada',
    last: 'Lovelace',
    role: 'Analyst',
    email: 'Ada@Lovelace.example',
    phone: '+44 20 7946 0001',
    mobile: '+44 7700 900001',
    notes: 'Prefers letters',
    clientName: 'Acme',
    defaultContact: true,
    invoiceContact: true,
    portalAccess: true,
    customValues: { Language: 'English', Seniority: 3 },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('contacts/create', () => {
  test('stores every field and answers exactly those of the specification', async () => {
    expect(await fullContact()).toEqual({
      id: expect.stringMatching(/^con_/),
      accountId: api.ours.accountId,
      clientId: acmeId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'Analyst',
      email: 'Ada@Lovelace.example',
      phone: '+44 20 7946 0001',
      mobile: '+44 7700 900001',
      notes: 'Prefers letters',
      defaultContact: true,
      invoiceContact: true,
      portalAccess: true,
      customValues: [
        {
          fieldId: expect.stringMatching(/^fld_/),
          mappingKey: 'language',
          fieldName: 'Language',
          value: 'English',
          type: 'TEXT',
        },
        {
          fieldId: expect.stringMatching(/^fld_/),
          mappingKey: 'seniority',
          fieldName: 'Seniority',
          value: 3,
          type: 'NUMERIC',
        },
      ],
    });
  });

  test('needs no client, and its flags are false by default', async () => {
    const { status, body } = await api.ours.post('contacts/create', { first: 'Grace' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      accountId: api.ours.accountId,
      clientId: null,
      firstName: 'Grace',
      lastName: null,
      role: null,
      email: null,
      phone: null,
      mobile: null,
      notes: null,
      defaultContact: false,
      invoiceContact: false,
      portalAccess: false,
      customValues: [],
    });
  });

  test('takes firstName and lastName too; first and last go before them', async () => {
    const { body: spelt } = await api.ours.post('contacts/create', {
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    expect(spelt).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' });
    const { body: both } = await api.ours.post('contacts/create', {
      first: 'Joan',
      firstName: 'Grace',
      last: '',
      lastName: 'Clarke',
    });
    expect(both).toMatchObject({ firstName: 'Joan', lastName: 'Clarke' });
  });

  test.each(['last', 'firstName', 'lastName', 'phone', 'mobile'])(
    'is content with %s alone to tell the contact by',
    async (field) => {
      expect((await api.ours.post('contacts/create', { [field]: '12' })).status).toBe(200);
    },
  );

  test('refuses a contact that nothing tells apart', async () => {
    for (const body of [{}, { first: ' ', email: '' }, { role: 'CEO', notes: 'x' }]) {
      const answer = await api.ours.post('contacts/create', body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'first', code: 'required', message: expect.stringContaining('needs a name') },
      ]);
    }
  });

  test('lists every field at fault at once', async () => {
    const { status, body } = await api.ours.post('contacts/create', {
      first: 'x'.repeat(256),
      email: 'not an address',
      defaultContact: 'perhaps',
      notes: 'a\u0000b',
      customValues: 7,
    });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'customValues',
      'defaultContact',
      'email',
      'first',
      'notes',
    ]);
  });

  test('names the client that it does not find, with near matches', async () => {
    const { status, body } = await api.ours.post('contacts/create', {
      first: 'Ada',
      clientName: 'Acme Co',
    });
    expect([status, body.code]).toEqual([404, 'name_not_found']);
    expect(body.message).toContain('"Acme Co"');
    expect(body.detail).toContain('Acme');
  });

  test('takes the client by id, but not one that its name disagrees with', async () => {
    const byId = await api.ours.post('contacts/create', { first: 'Ada', clientId: boltId });
    expect(byId.body.clientId).toBe(boltId);
    const both = { first: 'Ada', clientId: boltId, clientName: 'Acme' };
    const refused = await api.ours.post('contacts/create', both);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'clientName']);
  });

  test('treats another workspace’s client like a missing one', async () => {
    const foreign = await api.ours.post('contacts/create', {
      first: 'A',
      clientId: foreignClientId,
    });
    const missing = await api.ours.post('contacts/create', { first: 'A', clientId: 'cli_0' });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'record_not_found']);
    expect(foreign.body.message.replace(foreignClientId, 'cli_0')).toBe(missing.body.message);
    const named = await api.ours.post('contacts/create', {
      first: 'A',
      clientName: 'Stranger Ltd',
    });
    expect(named.status).toBe(404);
    expect(named.body.detail).not.toContain('Stranger');
  });

  test('answers under both base paths', async () => {
    const init = {
      method: 'POST',
      headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
      body: JSON.stringify({ first: 'Ada' }),
    };
    const { status } = await api.request('/api/public/action/contacts/create', init);
    expect(status).toBe(200);
  });
});

describe('the default contact', () => {
  test('moves to a new contact that asks for it', async () => {
    const client = await addClient('Default by create', 'One');
    await api.ours.post('contacts/create', {
      first: 'Two',
      clientId: client.id,
      defaultContact: true,
    });
    expect(await defaultsOf(client.id)).toEqual(['Two']);
  });

  test('moves by an update, and back', async () => {
    const client = await addClient('Default by update', 'One', 'Two');
    const [one, two] = client.contacts;
    const { body } = await api.ours.patch('contacts/update', { id: two.id, defaultContact: true });
    expect(body.defaultContact).toBe(true);
    expect(await defaultsOf(client.id)).toEqual(['Two']);
    await api.ours.put('contacts/update', { ...one, defaultContact: 'TRUE' });
    expect(await defaultsOf(client.id)).toEqual(['One']);
  });

  test('stays when a contact that is no default changes', async () => {
    const client = await addClient('Default stays', 'One', 'Two');
    const [, two] = client.contacts;
    await api.ours.patch('contacts/update', { id: two.id, role: 'CFO' });
    await api.ours.put('contacts/update', { ...two, defaultContact: false });
    await api.ours.post('contacts/create', { first: 'Three', clientId: client.id });
    expect(await defaultsOf(client.id)).toEqual(['One']);
  });

  test('takes over at the client to which it moves, and leaves the other without', async () => {
    const from = await addClient('Moves from', 'Mover', 'Stays');
    const to = await addClient('Moves to', 'Former');
    const [mover] = from.contacts;
    const { body } = await api.ours.patch('contacts/update', { id: mover.id, clientId: to.id });
    expect(body).toMatchObject({ clientId: to.id, defaultContact: true });
    expect(await defaultsOf(to.id)).toEqual(['Mover']);
    expect(await defaultsOf(from.id)).toEqual([]);
  });

  test('moves in silence when it leaves the flag behind', async () => {
    const from = await addClient('Silent from', 'Mover');
    const to = await addClient('Silent to', 'Former');
    const change = { id: from.contacts[0].id, clientId: to.id, defaultContact: false };
    await api.ours.patch('contacts/update', change);
    expect(await defaultsOf(to.id)).toEqual(['Former']);
  });

  test('waits for a client where the contact has none', async () => {
    const client = await addClient('Attached later', 'Former');
    const loose = await api.ours.post('contacts/create', { first: 'Loose', defaultContact: true });
    expect(loose.body).toMatchObject({ clientId: null, defaultContact: true });
    await api.ours.patch('contacts/update', { id: loose.body.id, clientId: client.id });
    expect(await defaultsOf(client.id)).toEqual(['Loose']);
  });

  test('is one however many contacts are made default at once', async () => {
    const client = await addClient('Crowded', 'One', 'Two', 'Three', 'Four', 'Five');
    const updates = client.contacts.map(({ id }) =>
      api.ours.patch('contacts/update', { id, defaultContact: true }),
    );
    const creates = Array.from({ length: 5 }, (_, n) =>
      api.ours.post('contacts/create', {
        first: `New ${n}`,
        clientId: client.id,
        defaultContact: true,
      }),
    );
    const answers = await Promise.all([...updates, ...creates]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await defaultsOf(client.id)).toHaveLength(1);
  });

  test('is one when defaults of several clients come to one at once', async () => {
    const target = await addClient('Gathering', 'Host');
    const guests = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => addClient(`Guest ${name}`, name)),
    );
    const moves = await Promise.all(
      guests.map(({ contacts }) =>
        api.ours.patch('contacts/update', { id: contacts[0].id, clientId: target.id }),
      ),
    );
    expect(moves.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await defaultsOf(target.id)).toHaveLength(1);
  });

  test('of another workspace is left alone', async () => {
    const host = await api.theirs.post('contacts/create', {
      first: 'Theirs',
      clientId: foreignClientId,
      defaultContact: true,
    });
    const thief = { first: 'Thief', clientId: foreignClientId, defaultContact: true };
    expect((await api.ours.post('contacts/create', thief)).status).toBe(404);
    const { body } = await api.theirs.get('contacts/search', { id: host.body.id });
    expect(body[0].defaultContact).toBe(true);
  });
});

describe('contacts/update', () => {
  test('PATCH changes what is there and keeps the rest', async () => {
    const contact = await fullContact();
    const { status, body } = await api.ours.patch('contacts/update', {
      id: contact.id,
      role: 'Countess',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...contact, role: 'Countess' });
  });

  test.each([null, '', '  '])('PATCH clears what is %j', async (nothing) => {
    const contact = await fullContact();
    const { body } = await api.ours.patch('contacts/update', {
      id: contact.id,
      phone: nothing,
      lastName: nothing,
      clientId: nothing,
      portalAccess: nothing,
    });
    expect(body).toEqual({
      ...contact,
      phone: null,
      lastName: null,
      clientId: null,
      portalAccess: false,
    });
  });

  test('PATCH changes the custom values it names, by id, key or name, and keeps the others', async () => {
    const contact = await fullContact();
    const [language, seniority] = contact.customValues;
    const entries = [{ mappingKey: 'language', value: 'French' }];
    const change = { id: contact.id, customValues: entries };
    const { body: renamed } = await api.ours.patch('contacts/update', change);
    expect(renamed.customValues).toEqual([{ ...language, value: 'French' }, seniority]);
    const { body: cleared } = await api.ours.patch('contacts/update', {
      id: contact.id,
      customValues: [
        { fieldId: language.fieldId, value: null },
        { fieldName: 'Seniority', value: 4 },
      ],
    });
    expect(cleared.customValues).toEqual([{ ...seniority, value: 4 }]);
    const unknown = { id: contact.id, customValues: [{ fieldName: 'Shoe size', value: 38 }] };
    const refused = await api.ours.patch('contacts/update', unknown);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'customValues.0']);
  });

  test('PUT with the record as it was answered changes nothing', async () => {
    const contact = await fullContact();
    const { status, body } = await api.ours.put('contacts/update', contact);
    expect(status).toBe(200);
    expect(body).toEqual(contact);
    const found = await api.ours.get('contacts/search', { id: contact.id });
    expect(found.body).toEqual([contact]);
  });

  test('PUT clears or resets what is left out', async () => {
    const contact = await fullContact();
    const { body } = await api.ours.put('contacts/update', { id: contact.id, firstName: 'Ada' });
    expect(body).toEqual({
      id: contact.id,
      accountId: contact.accountId,
      clientId: null,
      firstName: 'Ada',
      lastName: null,
      role: null,
      email: null,
      phone: null,
      mobile: null,
      notes: null,
      defaultContact: false,
      invoiceContact: false,
      portalAccess: false,
      customValues: [],
    });
  });

  test('a contact cannot be moved to another workspace', async () => {
    const contact = await fullContact();
    const { accountId } = api.theirs;
    const { body } = await api.ours.patch('contacts/update', { id: contact.id, accountId });
    expect(body.accountId).toBe(api.ours.accountId);
  });

  test('without an id is a 412, whatever else is wrong', async () => {
    for (const body of [{}, { id: null }, { id: '' }, { email: 'x' }, []]) {
      const { status, body: error } = await api.ours.patch('contacts/update', body);
      expect([status, error.code]).toEqual([412, 'id_missing']);
    }
    expect((await api.ours.put('contacts/update', { firstName: 'Ada' })).status).toBe(412);
  });

  test('treats another workspace’s contact like a missing one, before the fields are read', async () => {
    const foreign = await api.theirs.post('contacts/create', { first: 'Theirs' });
    const { id } = foreign.body;
    const stolen = await api.ours.patch('contacts/update', { id, email: 'x' });
    const missing = await api.ours.patch('contacts/update', { id: 'con_0', email: 'x' });
    expect([stolen.status, stolen.body.code]).toEqual([404, 'record_not_found']);
    expect(stolen.body.message.replace(id, 'con_0')).toBe(missing.body.message);
    const { body } = await api.theirs.get('contacts/search', { id });
    expect(body).toEqual([foreign.body]);
  });

  test('treats another workspace’s client like a missing one, and changes nothing', async () => {
    const contact = await fullContact();
    for (const clientId of [foreignClientId, 'cli_0']) {
      const change = { id: contact.id, clientId, defaultContact: true, role: 'Spy' };
      const { status, body } = await api.ours.patch('contacts/update', change);
      expect([status, body.errors[0].path]).toEqual([404, 'clientId']);
    }
    const found = await api.ours.get('contacts/search', { id: contact.id });
    expect(found.body).toEqual([contact]);
  });

  test('lists every field at fault at once', async () => {
    const contact = await fullContact();
    const wrong = { id: contact.id, email: 'x', invoiceContact: 3, firstName: {} };
    const { status, body } = await api.ours.patch('contacts/update', wrong);
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(3);
  });

  test('refuses to take away the last thing that tells the contact apart', async () => {
    const { body: contact } = await api.ours.post('contacts/create', { email: 'a@only.example' });
    const emptied = await api.ours.patch('contacts/update', { id: contact.id, email: '' });
    expect([emptied.status, emptied.body.errors[0].code]).toEqual([400, 'required']);
    const replaced = await api.ours.put('contacts/update', { id: contact.id, role: 'CEO' });
    expect(replaced.status).toBe(400);
    const exchanged = { id: contact.id, email: null, lastName: 'Byron' };
    expect((await api.ours.patch('contacts/update', exchanged)).status).toBe(200);
  });
});

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
    'with the query %j answers all but the archived, by name',
    async (query) => {
      expect(await search(query)).toEqual([
        ' Hopper',
        '100% under_score',
        'Ada Lovelace',
        'back\\slash ',
        'Émile Ångström',
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

  test('refuses a query that cannot be stored', async () => {
    const { status } = await api.ours.get('contacts/search', { query: 'a\u0000' });
    expect(status).toBe(400);
  });
});

describe('statements, the key’s own aside', () => {
  async function statementsOf(work: () => Promise<{ status: number }>): Promise<number> {
    const { result, statements } = await countStatements(work);
    expect(result.status).toBe(200);
    return statements.length - 1;
  }

  test('a contact takes one, and one for its client’s name', async () => {
    expect(await statementsOf(() => api.ours.post('contacts/create', { first: 'A' }))).toBe(1);
    const named = { first: 'A', clientName: 'Acme' };
    expect(await statementsOf(() => api.ours.post('contacts/create', named))).toBe(2);
  });

  test('a new default takes a transaction of three', async () => {
    const body = { first: 'A', clientName: 'Bolt', defaultContact: true };
    expect(await statementsOf(() => api.ours.post('contacts/create', body))).toBe(1 + 5);
  });

  test('an update takes a transaction of two', async () => {
    const { body } = await api.ours.post('contacts/create', { first: 'A' });
    const change = { id: body.id, role: 'CEO' };
    expect(await statementsOf(() => api.ours.patch('contacts/update', change))).toBe(4);
  });

  test('a search takes two, however many it finds', async () => {
    const query = { query: 'lovelace' };
    expect(await statementsOf(() => api.ours.get('contacts/search', query))).toBe(2);
    const all = await countStatements(() => api.ours.get('contacts/search'));
    expect(all.result.body.length).toBeGreaterThan(20);
    expect(all.statements).toHaveLength(1 + 2);
  });
});
