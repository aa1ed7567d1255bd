import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { bareContact } from '../support/bare-records.ts';

const api = useTestApi();

let acmeId: string;
let boltId: string;
let foreignClientId: string;

beforeAll(async () => {
  acmeId = (await api.ours.post('clients/create', { name: 'Acme' })).body.id;
  boltId = (await api.ours.post('clients/create', { name: 'Bolt' })).body.id;
  foreignClientId = (await api.theirs.post('clients/create', { name: 'Stranger Ltd' })).body.id;
});

describe('contacts/create', () => {
  test('stores every field and returns exactly those of the specification', async () => {
    const { body } = await api.ours.post('contacts/create', {
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
    expect(body).toEqual({
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
      archive: false,
      externalId: null,
      source: null,
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
      ...bareContact,
      id: expect.any(String),
      accountId: api.ours.accountId,
      firstName: 'Grace',
    });
  });

  test('accepts firstName and lastName too; blank ones are ignored', async () => {
    const { body: spelt } = await api.ours.post('contacts/create', {
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    expect(spelt).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' });
    const { body: both } = await api.ours.post('contacts/create', {
      first: 'Joan',
      firstName: null,
      last: '',
      lastName: 'Clarke',
    });
    expect(both).toMatchObject({ firstName: 'Joan', lastName: 'Clarke' });
  });

  test.each(['last', 'firstName', 'lastName', 'phone', 'mobile'])(
    'accepts %s alone as the identification',
    async (field) => {
      expect((await api.ours.post('contacts/create', { [field]: '12' })).status).toBe(200);
    },
  );

  test('rejects a contact without an identifying field', async () => {
    for (const body of [{}, { first: ' ', email: '' }, { role: 'CEO', notes: 'x' }]) {
      const answer = await api.ours.post('contacts/create', body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([
        { path: 'first', code: 'required', message: expect.stringContaining('needs a name') },
      ]);
    }
  });

  test('lists all invalid fields', async () => {
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
    const rejected = await api.ours.post('contacts/create', both);
    expect([rejected.status, rejected.body.errors[0].path]).toEqual([400, 'clientName']);
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
});

describe('statements, the key’s own aside', () => {
  async function statementsOf(work: () => Promise<{ status: number }>): Promise<number> {
    const { result, statements } = await recordStatements(work);
    expect(result.status).toBe(200);
    return statements.length - 1;
  }

  test('a contact takes a transaction of one and the log, its answer another, and one for its client’s name', async () => {
    expect(await statementsOf(() => api.ours.post('contacts/create', { first: 'A' }))).toBe(4 + 1);
    const named = { first: 'A', clientName: 'Acme' };
    expect(await statementsOf(() => api.ours.post('contacts/create', named))).toBe(1 + 4 + 1);
  });

  test('a new default takes a transaction of four and the log, and its answer', async () => {
    const body = { first: 'A', clientName: 'Bolt', defaultContact: true };
    expect(await statementsOf(() => api.ours.post('contacts/create', body))).toBe(1 + 7);
  });

  test('an update takes a transaction of two and the log, and its answer', async () => {
    const { body } = await api.ours.post('contacts/create', { first: 'A' });
    const change = { id: body.id, role: 'CEO' };
    expect(await statementsOf(() => api.ours.patch('contacts/update', change))).toBe(5 + 1);
  });
});
