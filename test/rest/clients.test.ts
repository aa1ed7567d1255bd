import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const bare = {
  clientType: 'Client',
  address1: null,
  address2: null,
  city: null,
  locality: null,
  postal: null,
  country: null,
  countryCode: null,
  website: null,
  phone: null,
  taxId: null,
  legalId: null,
  legalIdScheme: null,
  electronicAddress: null,
  electronicAddressScheme: null,
  buyerReference: null,
  eInvoiceFormat: null,
  currency: null,
  defaultTaxRate: null,
  payInstructions: null,
  notes: null,
  initials: null,
  language: null,
  color: null,
  leadSource: null,
  paymentTerms: null,
  hourlyAmount: null,
  roundingIncrement: null,
  archive: false,
  externalId: null,
  source: null,
  created: expect.stringMatching(/Z$/),
  customValues: [],
  contacts: [],
  creditBalance: [],
};

describe('clients/create', () => {
  test('stores every field and returns exactly those of the specification', async () => {
    const fields = {
      name: 'Lovelace Analytics',
      address1: '12 St James’s Square',
      address2: 'Second floor',
      city: 'London',
      locality: 'Greater London',
      postal: 'SW1Y 4JH',
      country: 'United Kingdom',
      countryCode: 'GB',
      website: 'https://lovelace.example',
      phone: '+44 20 7946 0000',
      taxId: 'GB123456789',
      legalId: '552 100 554',
      legalIdScheme: '0002',
      defaultTaxRate: 17.5,
      payInstructions: 'By transfer,\nplease.',
      notes: ' Pays late ',
    };
    const { status, body } = await api.ours.post('clients/create', {
      ...fields,
      name: '  Lovelace Analytics ',
      clientType: 'prospect',
      currency: 'gbp',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...bare,
      ...fields,
      id: expect.stringMatching(/^cli_/),
      accountId: api.ours.accountId,
      clientType: 'Prospect',
      currency: 'GBP',
    });
  });

  test('needs no more than a name', async () => {
    const { body } = await api.ours.post('clients/create', { name: 'Bare' });
    expect(body).toEqual({
      ...bare,
      id: expect.any(String),
      accountId: api.ours.accountId,
      name: 'Bare',
    });
  });

  test('belongs to the key’s workspace, regardless of accountId and id in the body', async () => {
    const foreign = { name: 'Mine', accountId: api.theirs.accountId, id: 'cli_1' };
    const { body } = await api.ours.post('clients/create', foreign);
    expect(body.accountId).toBe(api.ours.accountId);
    expect(body.id).not.toBe('cli_1');
  });

  test('takes a number for text, as integrations send postal codes', async () => {
    const { body } = await api.ours.post('clients/create', { name: 4711, postal: 10115 });
    expect(body).toMatchObject({ name: '4711', postal: '10115' });
  });

  test('lists all invalid fields', async () => {
    const { status, body } = await api.ours.post('clients/create', {
      name: ' ',
      clientType: 'friend',
      currency: 'EURO',
      defaultTaxRate: 101,
      city: ['Berlin'],
      notes: 'half \ud800',
      customValues: 'x',
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    const errors = body.errors.map(
      (error: { path: string; code: string }) => `${error.path} ${error.code}`,
    );
    expect(errors.sort()).toEqual([
      'city invalid_type',
      'clientType invalid_choice',
      'currency invalid_currency',
      'customValues invalid_type',
      'defaultTaxRate out_of_range',
      'name required',
      'notes invalid_text',
    ]);
  });

  test('rejects a name that the workspace has, but not one that another has', async () => {
    await api.ours.post('clients/create', { name: 'Taken' });
    const again = await api.ours.post('clients/create', { name: ' Taken ' });
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
    expect(again.body.message).toContain('"Taken"');
    expect(again.body.errors[0].path).toBe('name');
    expect((await api.ours.post('clients/create', { name: 'TAKEN' })).status).toBe(200);
    expect((await api.theirs.post('clients/create', { name: 'Taken' })).status).toBe(200);
  });

  test('gives a name to one of twenty simultaneous callers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        api.ours.post('clients/create', { name: 'Wanted', customValues: { Caller: n } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    const { body } = await api.ours.get('clients/search', { query: 'Wanted' });
    expect(body).toHaveLength(1);
  });
});

describe('clients/list', () => {
  test('returns the active clients of the workspace by name, with their active contacts', async () => {
    const workspace = await api.addWorkspace();
    const { prisma } = api.database;
    const { accountId } = workspace;
    for (const name of ['Bolt', 'Acme', 'Gone']) await workspace.post('clients/create', { name });
    for (const first of ['Ada', 'Grace', 'Left']) {
      await workspace.post('contacts/create', {
        first,
        clientName: 'Acme',
        customValues: { Rank: 1 },
      });
    }
    await prisma.client.updateMany({
      where: { accountId, name: 'Gone' },
      data: { archived: true },
    });
    await prisma.contact.updateMany({
      where: { accountId, firstName: 'Left' },
      data: { archived: true },
    });
    const { status, body } = await workspace.get('clients/list');
    expect(status).toBe(200);
    expect(body.map((client: { name: string }) => client.name)).toEqual(['Acme', 'Bolt']);
    const contacts = await workspace.get('contacts/search');
    expect(contacts.body).toHaveLength(2);
    expect(body[0].contacts).toEqual(contacts.body);
  });
});

describe('statements, the key’s own aside', () => {
  test('a client takes a transaction of one and the log, and its answer another', async () => {
    const plain = await recordStatements(() => api.ours.post('clients/create', { name: 'One' }));
    expect(plain.statements).toHaveLength(1 + 4 + 1);
    await api.ours.post('clients/create', { name: 'Definer', customValues: { Known: 1 } });
    const { result, statements } = await recordStatements(() =>
      api.ours.post('clients/create', { name: 'Two', customValues: { Known: 2 } }),
    );
    expect(result.status).toBe(200);
    // BEGIN, definitions, INSERT, the log, COMMIT; the answer.
    expect(statements).toHaveLength(1 + 6);
  });

  test('a list takes one, however many clients and contacts there are', async () => {
    const workspace = await api.addWorkspace();
    for (const n of [1, 2, 3, 4, 5]) {
      await workspace.post('clients/create', { name: `C${n}`, customValues: { A: n } });
      const contact = { first: 'F', clientName: `C${n}`, customValues: { B: n } };
      await workspace.post('contacts/create', contact);
    }
    const { result, statements } = await recordStatements(() => workspace.get('clients/list'));
    expect(result.body).toHaveLength(5);
    expect(statements).toHaveLength(1 + 1);
  });
});
