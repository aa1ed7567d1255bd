import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();
let made = 0;

/** Every field of a client away from its default, with two custom values and a contact. */
async function fullClient() {
  made += 1;
  const { body } = await api.ours.post('clients/create', {
    name: `Client ${made}`,
    clientType: 'Prospect',
    address1: '12 St James’s Square',
    address2: 'Second floor',
    city: 'London',
    locality: 'Greater London',
    postal: 'SW1Y 4JH',
    country: 'United Kingdom',
    website: 'https://lovelace.example',
    phone: '+44 20 7946 0000',
    taxId: 'GB1',
    currency: 'GBP',
    defaultTaxRate: 17.5,
    payInstructions: 'By transfer.',
    notes: 'Pays late',
    initials: 'LA',
    color: '#1f6feb',
    leadSource: 'Fair',
    paymentTerms: { paymentDays: 14, latePaymentFee: 40.5, whoPaysCardFees: 'Client' },
    hourlyAmount: 95.25,
    roundingIncrement: 15,
    archive: false,
    customValues: { Colour: 'green', Employees: 12 },
  });
  await api.ours.post('contacts/create', {
    first: 'Ada',
    clientId: body.id,
    customValues: { Rank: 1 },
  });
  const found = await api.ours.get('clients/search', { id: body.id });
  expect(found.body[0].contacts).toHaveLength(1);
  return found.body[0];
}

describe('PATCH clients/update', () => {
  test('changes the sent fields and keeps the rest, also the contacts', async () => {
    const client = await fullClient();
    const change = { id: client.id, phone: '1', clientType: 'CLIENT', defaultTaxRate: 0 };
    const { status, body } = await api.ours.patch('clients/update', change);
    expect(status).toBe(200);
    const expected = { ...client, phone: '1', clientType: 'Client', defaultTaxRate: 0 };
    expect(body).toEqual(expected);
    expect((await api.ours.get('clients/search', { id: client.id })).body).toEqual([expected]);
  });

  test('with an id alone changes nothing', async () => {
    const client = await fullClient();
    const { status, body } = await api.ours.patch('clients/update', { id: client.id });
    expect(status).toBe(200);
    expect(body).toEqual(client);
  });

  test.each([null, '', '  '])('clears or resets fields with %j', async (nothing) => {
    const client = await fullClient();
    const { body } = await api.ours.patch('clients/update', {
      id: client.id,
      clientType: nothing,
      city: nothing,
      currency: nothing,
      defaultTaxRate: nothing,
      notes: nothing,
      customValues: nothing,
    });
    expect(body).toEqual({
      ...client,
      clientType: 'Client',
      city: null,
      currency: null,
      defaultTaxRate: null,
      notes: null,
      customValues: [],
    });
  });

  test('cannot take the name away', async () => {
    const client = await fullClient();
    for (const name of [null, '', ' ']) {
      const { status, body } = await api.ours.patch('clients/update', { id: client.id, name });
      expect([status, body.errors[0].path]).toEqual([400, 'name']);
    }
  });
});

describe('PUT clients/update', () => {
  test('of the returned record changes nothing', async () => {
    const client = await fullClient();
    const { status, body } = await api.ours.put('clients/update', client);
    expect(status).toBe(200);
    expect(body).toEqual(client);
    expect((await api.ours.get('clients/search', { id: client.id })).body).toEqual([client]);
  });

  test('clears or resets the fields of the specification, and keeps the rest and the contacts', async () => {
    const client = await fullClient();
    const { body } = await api.ours.put('clients/update', { id: client.id, name: client.name });
    expect(body).toEqual({
      ...client,
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
      currency: null,
      defaultTaxRate: null,
      payInstructions: null,
      notes: null,
      customValues: [],
    });
  });

  test('needs the name', async () => {
    const client = await fullClient();
    const { status, body } = await api.ours.put('clients/update', { id: client.id, city: 'Rome' });
    expect([status, body.errors[0].path]).toEqual([400, 'name']);
  });
});

describe.each(['put', 'patch'] as const)('clients/update by %s', (method) => {
  test('without an id is a 412, also with other errors', async () => {
    for (const body of [{}, { id: null }, { id: ' ' }, { id: {} }, { currency: 'x' }, [], 7]) {
      const { status, body: error } = await api.ours[method]('clients/update', body);
      expect([status, error.code]).toEqual([412, 'id_missing']);
    }
  });

  test('treats another workspace’s client like a missing one, before the fields are read', async () => {
    const { body: foreign } = await api.theirs.post('clients/create', { name: `F ${method}` });
    const stolen = await api.ours[method]('clients/update', { ...foreign, currency: 'x' });
    const missing = await api.ours[method]('clients/update', { id: 'cli_0', currency: 'x' });
    expect([stolen.status, stolen.body.code]).toEqual([404, 'record_not_found']);
    expect(stolen.body.message.replace(foreign.id, 'cli_0')).toBe(missing.body.message);
    const { body } = await api.theirs.get('clients/search', { id: foreign.id });
    expect(body).toEqual([foreign]);
  });

  test('lists all invalid fields', async () => {
    const client = await fullClient();
    const wrong = { ...client, currency: 'EURO', clientType: 3, defaultTaxRate: 'much' };
    const { status, body } = await api.ours[method]('clients/update', wrong);
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'clientType',
      'currency',
      'defaultTaxRate',
    ]);
  });

  test('rejects a name that another client has', async () => {
    const [client, other] = [await fullClient(), await fullClient()];
    const renamed = { ...client, name: ` ${other.name} ` };
    const { status, body } = await api.ours[method]('clients/update', renamed);
    expect([status, body.code]).toEqual([409, 'name_taken']);
    expect((await api.ours.get('clients/search', { id: client.id })).body).toEqual([client]);
  });

  test('cannot move the client to another workspace', async () => {
    const client = await fullClient();
    const movement = { ...client, accountId: api.theirs.accountId };
    const { body } = await api.ours[method]('clients/update', movement);
    expect(body).toEqual(client);
  });
});

describe('many simultaneous callers', () => {
  test('that rename clients to one name succeed once', async () => {
    const clients = [];
    for (let n = 0; n < 8; n += 1) clients.push(await fullClient());
    const answers = await Promise.all(
      clients.map(({ id }) => api.ours.patch('clients/update', { id, name: 'Coveted' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

test('an update is one round trip of five statements, the key’s own aside', async () => {
  const { body: client } = await api.ours.post('clients/create', { name: 'Counted' });
  const { result, roundTrips, statements } = await recordStatements(() =>
    api.ours.patch('clients/update', { id: client.id, city: 'Rome' }),
  );
  expect(result.body.city).toBe('Rome');
  expect(statements).toHaveLength(1 + 5);
  expect(roundTrips).toBe(1 + 1);
});
