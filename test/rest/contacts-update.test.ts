import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { bareContact } from '../support/bare-records.ts';

const api = useTestApi();

let foreignClientId: string;

beforeAll(async () => {
  await api.ours.post('clients/create', { name: 'Acme' });
  foreignClientId = (await api.theirs.post('clients/create', { name: 'Stranger Ltd' })).body.id;
});

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

describe('contacts/update', () => {
  test('PATCH changes the sent fields and keeps the rest', async () => {
    const contact = await fullContact();
    const { status, body } = await api.ours.patch('contacts/update', {
      id: contact.id,
      role: 'Countess',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...contact, role: 'Countess' });
  });

  test.each([null, '', '  '])('PATCH clears fields with %j', async (nothing) => {
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
    const unknown = { id: contact.id, customValues: [{ fieldId: 'fld_none', value: 38 }] };
    const rejected = await api.ours.patch('contacts/update', unknown);
    expect([rejected.status, rejected.body.errors[0].path]).toEqual([400, 'customValues.0']);
  });

  test('a PUT of the returned record changes nothing', async () => {
    const contact = await fullContact();
    const { status, body } = await api.ours.put('contacts/update', contact);
    expect(status).toBe(200);
    expect(body).toEqual(contact);
    const found = await api.ours.get('contacts/search', { id: contact.id });
    expect(found.body).toEqual([contact]);
  });

  test('PUT clears or resets missing fields', async () => {
    const contact = await fullContact();
    const { body } = await api.ours.put('contacts/update', { id: contact.id, firstName: 'Ada' });
    expect(body).toEqual({
      ...bareContact,
      id: contact.id,
      accountId: contact.accountId,
      firstName: 'Ada',
    });
  });

  test('a contact cannot be moved to another workspace', async () => {
    const contact = await fullContact();
    const { accountId } = api.theirs;
    const { body } = await api.ours.patch('contacts/update', { id: contact.id, accountId });
    expect(body.accountId).toBe(api.ours.accountId);
  });

  test('without an id is a 412, also with other errors', async () => {
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

  test('lists all invalid fields', async () => {
    const contact = await fullContact();
    const wrong = { id: contact.id, email: 'x', invoiceContact: 3, firstName: {} };
    const { status, body } = await api.ours.patch('contacts/update', wrong);
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(3);
  });

  test('rejects an update that clears the last field that identifies the contact', async () => {
    const { body: contact } = await api.ours.post('contacts/create', { email: 'a@only.example' });
    const emptied = await api.ours.patch('contacts/update', { id: contact.id, email: '' });
    expect([emptied.status, emptied.body.errors[0].code]).toEqual([400, 'required']);
    const replaced = await api.ours.put('contacts/update', { id: contact.id, role: 'CEO' });
    expect(replaced.status).toBe(400);
    const exchanged = { id: contact.id, email: null, lastName: 'Byron' };
    expect((await api.ours.patch('contacts/update', exchanged)).status).toBe(200);
  });
});
