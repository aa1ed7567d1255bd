import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

/** Rules for the messages of all operations. */

const api = useTestApi();

beforeAll(() => api.ours.post('clients/create', { name: 'Colourful' }));

describe('messages', () => {
  const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };

  test('contain each field once', async () => {
    const { body } = await api.ours.post('timeWorked/create', {
      ...hours,
      clientName: 'Colourful',
      deliverableName: 'D',
    });
    expect(body.message).toMatch(/^projectName: /);
    expect(body.errors).toHaveLength(1);
    const { body: several } = await api.ours.post('clients/create', {
      currency: 'x',
      customValues: { a: 'b\u0000' },
      name: 'n\u0000',
    });
    const names = several.message.replace(/^.*: /, '').replace('.', '').split(', ');
    expect(new Set(names).size).toBe(names.length);
  });

  test('offer no address of a person', async () => {
    await api.database.prisma.user.create({
      data: { accountId: api.ours.accountId, email: 'noor@meridian.example' },
    });
    const { status, body } = await api.ours.post('timeWorked/create', {
      ...hours,
      userEmail: 'nobody@meridian.example',
    });
    expect([status, body.code]).toEqual([404, 'name_not_found']);
    expect(JSON.stringify(body)).not.toContain('noor');
  });

  test('describe the allowed form of an id', async () => {
    const id = 'y'.repeat(500);
    const answers = [
      await api.ours.delete(`calendar/${id}`),
      await api.ours.patch('clients/update', { id }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body.message).toMatch(/ with id "y{254}…"\.$/);
    }
  });

  test('offer no near match if there is none', async () => {
    const approve = (clientName: string) =>
      api.ours.post('deliverable/approve', { clientName, projectName: 'P', deliverableName: 'D' });
    expect((await approve('Qwx')).body.detail).toMatch(/lists near matches\.$/);
    expect((await approve('Colorful')).body.detail).toBe('Near matches: Colourful.');
  });

  test('offer no contact', async () => {
    const clientName = 'Colourful';
    for (const contact of [{ email: 'secret@meridian.example' }, { first: 'Meridian' }]) {
      await api.ours.post('contacts/create', { ...contact, clientName });
    }
    const send = (contact: string) =>
      api.ours.post('invoices/create', {
        clientName,
        items: [{ rate: 1 }],
        sendTo: { send: true, contacts: [contact] },
      });
    for (const expected of ['nobody@meridian.example', 'secret', 'Meridia']) {
      const { status, body } = await send(expected);
      expect([status, body.code]).toEqual([404, 'name_not_found']);
      expect(body.message).not.toMatch(/Did you mean/);
      expect(JSON.stringify(body)).not.toContain('secret@meridian.example');
    }
  });

  test('contain ids as they were sent', async () => {
    const source = `mutation { updateUser(input: { id: "usr_987654", firstName: "X" }) {
      ... on ExpectedError { message } }
      deactivateUser(input: { id: "usr_987654" }) { ... on ExpectedError { message } } }`;
    const { body } = await api.ours.gql(source);
    const message = 'There is no user with id "usr_987654".';
    expect(body.data).toEqual({ updateUser: { message }, deactivateUser: { message } });
    const { body: entry } = await api.ours.post('timeWorked/create', hours);
    const update = `mutation { updateTimeEntry(input: { id: "${entry.id}", userId: "usr_987654" }) {
      ... on ExpectedError { message } } }`;
    const { body: updated } = await api.ours.gql(update);
    expect(updated.data.updateTimeEntry).toEqual({ message });
  });
});
