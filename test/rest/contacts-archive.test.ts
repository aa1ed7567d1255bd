import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('archive on contacts is accepted by create and both updates; PUT changes it only if sent', async () => {
  const { body } = await api.ours.post('contacts/create', { first: 'Ada', archive: true });
  expect(body.archive).toBe(true);
  const { id } = body;
  const put = (fields: object) =>
    api.ours.put('contacts/update', { id, firstName: 'Ada', ...fields });
  expect((await put({})).body).toEqual(body);
  expect((await put({ archive: false })).body.archive).toBe(false);
  expect((await put({})).body.archive).toBe(false);
  const patched = await api.ours.patch('contacts/update', { id, archive: true });
  expect(patched.body).toEqual(body);
  expect((await api.ours.put('contacts/update', body)).body).toEqual(body);
  const wrong = await api.ours.patch('contacts/update', { id, archive: 'perhaps' });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'archive']);
});

test('archived contacts are in no search, at no client and no recipient, but found by id', async () => {
  const name = 'Acme';
  const { body: client } = await api.ours.post('clients/create', {
    name,
    contacts: [{ firstName: 'Gone', email: 'gone@acme.example', defaultContact: true }],
  });
  const { id } = client.contacts[0];
  await api.ours.patch('contacts/update', { id, archive: true });
  for (const query of ['', 'gone']) {
    expect(idsOf((await api.ours.get('contacts/search', { query })).body)).not.toContain(id);
  }
  expect(idsOf((await api.ours.get('contacts/search', { id })).body)).toEqual([id]);
  expect((await api.ours.get('clients/search', { id: client.id })).body[0].contacts).toEqual([]);
  const items = [{ rate: 1 }];
  const send = (contacts: string[]) =>
    api.ours.post('invoices/create', { clientName: name, items, sendTo: { send: true, contacts } });
  for (const expected of ['gone@acme.example', 'Gone', id]) {
    const { status, body } = await send([expected]);
    expect([status, body.errors[0].code]).toEqual([404, 'archived']);
    expect(body.message).toBe(
      `The contact "${expected}" of the client "Acme" is archived and gets no e-mails: restore it first.`,
    );
  }
  expect((await send([])).body.errors[0].path).toBe('sendTo.contacts');
});

test('a name that an active contact has too reaches the active one', async () => {
  const contact = { firstName: 'Twin', lastName: 'Peak' };
  const { body } = await api.ours.post('clients/create', {
    name: 'Twins',
    contacts: [
      { ...contact, email: 'old@twins.example' },
      { ...contact, email: 'new@twins.example' },
    ],
  });
  await api.ours.patch('contacts/update', { id: body.contacts[0].id, archive: true });
  const sent = await api.ours.post('invoices/create', {
    clientName: 'Twins',
    items: [{ rate: 1 }],
    sendTo: { send: true, contacts: ['Twin Peak'] },
  });
  expect(sent.status).toBe(200);
  const mails = await api.database.prisma.outboxMail.findMany({
    where: { accountId: api.ours.accountId },
  });
  expect(mails.flatMap(({ recipients }) => recipients)).toEqual(['new@twins.example']);
});
