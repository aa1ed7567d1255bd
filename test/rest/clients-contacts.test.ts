import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import { errorsOf } from '../support/invoices.ts';

const api = useTestApi();

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@lovelace.example' };

const clientsNamed = async (name: string) =>
  api.database.prisma.client.count({ where: { accountId: api.ours.accountId, name } });

describe('clients/create with contacts', () => {
  test('creates them with the client, with every field, and returns them', async () => {
    const full = {
      ...ada,
      role: 'Analyst',
      phone: '+44 1',
      mobile: '+44 2',
      notes: 'Letters',
      defaultContact: true,
      invoiceContact: true,
      portalAccess: true,
    };
    const { status, body } = await api.ours.post('clients/create', {
      name: 'With contacts',
      contacts: [
        { ...full, customValues: { Language: 'English' } },
        { first: 'Grace', last: 'Hopper' },
      ],
    });
    expect(status).toBe(200);
    const called = { externalId: null, source: null };
    const own = { accountId: api.ours.accountId, clientId: body.id, archive: false, ...called };
    expect(body.contacts).toEqual([
      {
        ...own,
        ...full,
        id: expect.stringMatching(/^con_/),
        customValues: [expect.objectContaining({ fieldName: 'Language', value: 'English' })],
      },
      expect.objectContaining({ ...own, firstName: 'Grace', lastName: 'Hopper', email: null }),
    ]);
    const found = await api.ours.get('clients/search', { id: body.id });
    expect(found.body).toEqual([body]);
  });

  test('allows to send an invoice immediately', async () => {
    const clientName = 'Sends at once';
    const contacts = [{ ...ada, defaultContact: true }];
    await api.ours.post('clients/create', { name: clientName, contacts });
    const { status, body } = await api.ours.post('invoices/create', {
      clientName,
      items: [{ rate: 1 }],
      sendTo: { send: true },
    });
    expect([status, body.status]).toEqual([200, 'SENT']);
  });

  test('ignores an entry without a name', async () => {
    const contacts = [
      { defaultContact: true },
      { role: 'Boss', notes: 'x' },
      { firstName: ' ', email: '' },
      {},
      null,
      { mobile: '1' },
    ];
    const { status, body } = await api.ours.post('clients/create', { name: 'Nobody', contacts });
    expect(status).toBe(200);
    expect(body.contacts).toHaveLength(1);
    expect(body.contacts[0].mobile).toBe('1');
    for (const none of [null, '', [], [{ defaultContact: true }]]) {
      const name = `None ${JSON.stringify(none)}`;
      const empty = await api.ours.post('clients/create', { name, contacts: none });
      expect([empty.status, empty.body.contacts]).toEqual([200, []]);
    }
  });

  test('of several default contacts the last one is', async () => {
    const contacts = ['A', 'B', 'C'].map((firstName) => ({
      firstName,
      defaultContact: firstName !== 'C',
    }));
    const { body } = await api.ours.post('clients/create', { name: 'Defaults', contacts });
    const flags = body.contacts.map(
      (contact: { defaultContact: boolean }) => contact.defaultContact,
    );
    expect(flags).toEqual([false, true, false]);
  });

  test('lists all errors with their paths, and creates nothing', async () => {
    const answer = await api.ours.post('clients/create', {
      name: 'Faulty',
      currency: 'XXQ',
      contacts: [ada, { firstName: 'B', email: 'no address', defaultContact: 'maybe' }, 'x'],
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer).sort()).toEqual([
      'contacts.1.defaultContact: invalid_type',
      'contacts.1.email: invalid_format',
      'contacts.2: invalid_type',
      'currency: invalid_currency',
    ]);
    const many = { name: 'Faulty', contacts: Array(201).fill(ada) };
    expect(errorsOf(await api.ours.post('clients/create', many))).toEqual([
      'contacts: invalid_length',
    ]);
    expect(await clientsNamed('Faulty')).toBe(0);
  });

  test('creates neither if the name is taken', async () => {
    await api.ours.post('clients/create', { name: 'Taken' });
    const before = await api.database.prisma.contact.count();
    const again = await api.ours.post('clients/create', { name: 'Taken', contacts: [ada] });
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
    expect(await api.database.prisma.contact.count()).toBe(before);
  });

  test('takes the same statements for one contact and for many', async () => {
    const count = async (name: string, people: number) => {
      const contacts = Array.from({ length: people }, () => ada);
      const { result, statements } = await recordStatements(() =>
        api.ours.post('clients/create', { name, contacts }),
      );
      expect(result.body.contacts).toHaveLength(people);
      return statements.length;
    };
    // The key; BEGIN, INSERT client, INSERT contacts, the log, COMMIT; the answer.
    expect(await count('One contact', 1)).toBe(1 + 6);
    expect(await count('Many contacts', 50)).toBe(1 + 6);
  });
});
