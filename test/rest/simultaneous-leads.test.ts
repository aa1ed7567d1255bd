import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { lead, recordsOf } from '../support/leads.ts';

const api = useTestApi();

describe('simultaneous leads', () => {
  /**
   * Thirty submissions at once, of the same or of numbered leads. A form that is new makes them wait for each other, so
   * it usually exists.
   */
  async function submitThirty(
    fields: (index: number) => Record<string, unknown>,
    formExists = true,
  ) {
    const workspace = await api.addWorkspace();
    const { accountId } = workspace;
    if (formExists) {
      await api.database.prisma.form.create({ data: { accountId, id: 'frm_1', name: 'Rush' } });
    }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        workspace.post('formSubmissions/create', { formName: 'Rush', ...fields(index) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const records = await recordsOf(api, workspace);
    expect(records.submissions).toHaveLength(30);
    expect(records.opportunities).toHaveLength(30);
    expect(records.forms).toHaveLength(1);
    return records;
  }

  test('create one client and one contact for the same new lead', async () => {
    const { businessName, ...person } = lead;
    for (const fields of [lead, person, { email: lead.email }]) {
      const { clients, contacts } = await submitThirty(() => fields);
      expect([clients.length, contacts.length]).toEqual([1, 1]);
    }
    const { clients, contacts } = await submitThirty((index) => ({
      email: index % 2 === 0 ? lead.email.toLowerCase() : lead.email.toUpperCase(),
      businessName: `${businessName} ${index}`,
    }));
    expect([clients.length, contacts.length]).toEqual([1, 1]);
  });

  test('create a new form once', async () => {
    const { clients } = await submitThirty((index) => ({ email: `new${index}@x.example` }), false);
    expect(clients).toHaveLength(30);
  });

  test('create one client for a new lead without e-mail address', async () => {
    for (const fields of [
      { businessName: 'Acme' },
      { firstName: 'Grace', lastName: 'Hopper' },
      { phone: '1' },
    ]) {
      expect((await submitThirty(() => fields)).clients).toHaveLength(1);
    }
  });

  test('create one client for a new business and a contact for each of its people', async () => {
    const { clients, contacts } = await submitThirty((index) => ({
      businessName: 'Acme',
      email: `person${index}@acme.example`,
    }));
    expect(clients).toHaveLength(1);
    expect(contacts).toHaveLength(30);
    expect(contacts.filter(({ defaultContact }) => defaultContact)).toHaveLength(1);
  });

  test('create a client for each of several namesakes', async () => {
    const { clients, contacts } = await submitThirty((index) => ({
      firstName: 'John',
      lastName: 'Smith',
      email: `john${index % 10}@smith.example`,
    }));
    expect([clients.length, contacts.length]).toEqual([10, 10]);
    expect(new Set(contacts.map(({ clientId }) => clientId)).size).toBe(10);
  });
});
