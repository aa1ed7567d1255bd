import { describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { lead, recordsOf, submit } from '../support/leads.ts';

const api = useTestApi();

/** Adds a contact at a client, past the surface, so that it can be archived, unattached and so on. */
async function addContact(
  { accountId }: TestWorkspace,
  contact: { id: string; email: string; clientId?: string; archived?: boolean },
) {
  await api.database.prisma.contact.create({ data: { accountId, ...contact } });
}

describe('the client of a lead', () => {
  test('is the one with a contact of this e-mail address, in any letter case and for any business name', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', { name: 'Engines Ltd' });
    await addContact(workspace, {
      id: 'con_1',
      email: 'ADA@lovelace.EXAMPLE',
      clientId: client.id,
    });
    await workspace.post('clients/create', { name: lead.businessName });
    const submission = await submit(workspace, lead);
    expect(submission.clientId).toBe(client.id);
    const { clients, contacts, opportunities, submissions } = await recordsOf(api, workspace);
    expect([clients.length, contacts.length]).toEqual([2, 1]);
    expect(opportunities[0]?.clientId).toBe(client.id);
    expect(submissions[0]?.contactId).toBe('con_1');
    expect(clients[0]).toMatchObject({ name: 'Engines Ltd', clientType: 'CLIENT', city: null });
  });

  test('is the business named, of several that share the e-mail, else an active one, else the oldest', async () => {
    const workspace = await api.addWorkspace();
    const email = 'office@shared.example';
    const ids: string[] = [];
    for (const [index, name] of ['Archived', 'First', 'Second'].entries()) {
      const { body } = await workspace.post('clients/create', { name });
      await addContact(workspace, { id: `con_${index}`, email, clientId: body.id });
      ids.push(body.id);
    }
    const { accountId } = workspace;
    await api.database.prisma.client.updateMany({
      where: { accountId, name: 'Archived' },
      data: { archived: true },
    });
    const [archived, first, second] = ids;
    expect((await submit(workspace, { email })).clientId).toBe(first);
    expect((await submit(workspace, { email, businessName: 'Second' })).clientId).toBe(second);
    expect((await submit(workspace, { email, businessName: 'Archived' })).clientId).toBe(archived);
    expect((await submit(workspace, { email, businessName: 'Nobody' })).clientId).toBe(first);
  });

  test('is never found by a contact of another workspace', async () => {
    const workspace = await api.addWorkspace();
    const { body: theirs } = await api.theirs.post('clients/create', {
      name: 'Lovelace Analytics',
    });
    await addContact(api.theirs, { id: 'con_x', email: lead.email, clientId: theirs.id });
    const before = await recordsOf(api, api.theirs);
    const submission = await submit(workspace, lead);
    const { clients, contacts } = await recordsOf(api, workspace);
    expect(submission.clientId).toBe(clients[0]?.id);
    expect(clients[0]?.id).not.toBe(theirs.id);
    expect(contacts).toHaveLength(1);
    expect(await recordsOf(api, api.theirs)).toEqual(before);
  });

  test('is not found by an archived contact', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', { name: 'Former' });
    const email = 'gone@former.example';
    await addContact(workspace, { id: 'con_1', email, clientId: client.id, archived: true });
    expect((await submit(workspace, { email })).clientId).not.toBe(client.id);
  });

  test('is the one named businessName, which keeps its own fields and gets the person as contact', async () => {
    const workspace = await api.addWorkspace();
    const { body: client } = await workspace.post('clients/create', {
      name: lead.businessName,
      city: 'Paris',
    });
    expect((await submit(workspace, lead)).clientId).toBe(client.id);
    const { clients, contacts } = await recordsOf(api, workspace);
    expect(clients).toMatchObject([{ city: 'Paris', website: null, clientType: 'CLIENT' }]);
    expect(contacts).toMatchObject([
      { email: lead.email, clientId: client.id, defaultContact: false },
    ]);
    const again = await submit(workspace, { email: lead.email.toUpperCase() });
    expect(again.clientId).toBe(client.id);
    expect((await recordsOf(api, workspace)).contacts).toHaveLength(1);
  });

  test('takes over a contact that belonged to no client', async () => {
    const workspace = await api.addWorkspace();
    await addContact(workspace, { id: 'con_1', email: lead.email });
    const { clientId } = await submit(workspace, lead);
    const { contacts, submissions } = await recordsOf(api, workspace);
    expect(contacts).toMatchObject([{ id: 'con_1', clientId, defaultContact: true }]);
    expect(submissions).toMatchObject([{ contactId: 'con_1' }]);
  });

  test('is named after the business, the person, the e-mail address or the phone', async () => {
    const workspace = await api.addWorkspace();
    const names = async (fields: Record<string, unknown>) => {
      const { clientId } = await submit(workspace, fields);
      return (await recordsOf(api, workspace)).clients.find(({ id }) => id === clientId)?.name;
    };
    expect(await names({ businessName: 'Acme', firstName: 'A', email: 'a@x.example' })).toBe(
      'Acme',
    );
    expect(await names({ firstName: 'Grace', lastName: 'Hopper' })).toBe('Grace Hopper');
    expect(await names({ lastName: 'Noether', email: 'n@x.example' })).toBe('Noether');
    expect(await names({ email: 'only@x.example' })).toBe('only@x.example');
    expect(await names({ phone: '+49 30 1234' })).toBe('+49 30 1234');
  });

  test('is another one for a namesake with another e-mail address', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'John', lastName: 'Smith' };
    const first = await submit(workspace, { ...person, email: 'john@one.example' });
    const second = await submit(workspace, { ...person, email: 'john@two.example' });
    const again = await submit(workspace, { ...person, email: 'JOHN@two.example' });
    expect(second.clientId).not.toBe(first.clientId);
    expect(again.clientId).toBe(second.clientId);
    const { clients } = await recordsOf(api, workspace);
    expect(clients.map(({ name }) => name)).toEqual([
      'John Smith',
      'John Smith (john@two.example)',
    ]);
  });

  test('is the same for a person without e-mail address who sends another lead', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'Grace', lastName: 'Hopper', phone: '1' };
    const first = await submit(workspace, person);
    const second = await submit(workspace, person);
    expect(second.clientId).toBe(first.clientId);
    const { clients, contacts, opportunities } = await recordsOf(api, workspace);
    expect([clients.length, contacts.length, opportunities.length]).toEqual([1, 1, 2]);
  });

  test('has a name that fits even if person and address do not', async () => {
    const workspace = await api.addWorkspace();
    const person = { firstName: 'F'.repeat(200), lastName: 'L'.repeat(200) };
    await submit(workspace, { ...person, email: 'long@one.example' });
    await submit(workspace, { ...person, email: 'long@two.example' });
    const { clients, opportunities } = await recordsOf(api, workspace);
    const both = `${person.firstName} ${person.lastName}`;
    expect(clients.map(({ name }) => name)).toEqual([both.slice(0, 255), 'long@two.example']);
    expect(opportunities.map(({ name }) => name.length)).toEqual([255, 255]);
  });

  test('is created for a lead with an invalid e-mail address; the text is stored, no contact gets it', async () => {
    const workspace = await api.addWorkspace();
    const submission = await submit(workspace, { firstName: 'Bob', email: 'bob at home' });
    expect(submission.formData.email).toBe('bob at home');
    const { clients, contacts } = await recordsOf(api, workspace);
    expect(clients).toMatchObject([{ name: 'Bob' }]);
    expect(contacts).toMatchObject([{ firstName: 'Bob', email: null }]);
    const [contact] = (await workspace.get('clients/list')).body[0].contacts;
    expect(contact).toMatchObject({ email: null, defaultContact: true });
  });
});
