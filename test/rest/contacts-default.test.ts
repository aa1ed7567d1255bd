import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

let foreignClientId: string;

beforeAll(async () => {
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

describe('the default contact', () => {
  test('moves to a new contact that requests it', async () => {
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

  test('waits for a client if the contact has none', async () => {
    const client = await addClient('Attached later', 'Former');
    const loose = await api.ours.post('contacts/create', { first: 'Loose', defaultContact: true });
    expect(loose.body).toMatchObject({ clientId: null, defaultContact: true });
    await api.ours.patch('contacts/update', { id: loose.body.id, clientId: client.id });
    expect(await defaultsOf(client.id)).toEqual(['Loose']);
  });

  test('is one, however many contacts become default at the same time', async () => {
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

  test('is one if defaults of several clients move to one at the same time', async () => {
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
