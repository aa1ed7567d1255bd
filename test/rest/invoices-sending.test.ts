import { beforeAll, describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { useTestApi } from '../support/api.ts';
import { addContact, created, errorsOf, invoiceOf } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';

const api = useTestApi();

const create = (body: object) => api.ours.post('invoices/create', body);
const client = (fields: object) => created(api.ours, 'clients/create', fields);
const items = [{ description: 'Work', rate: 100 }];

beforeAll(async () => {
  await client({ name: 'Acme' });
});

describe('sending', () => {
  const mails = () =>
    api.database.prisma.outboxMail.findMany({
      where: { accountId: api.ours.accountId },
      orderBy: { id: 'asc' },
    });

  test('makes the invoice SENT and keeps one mail to the invoice contacts, marked as not sent', async () => {
    const { id } = await client({ name: 'Sendable' });
    const contact = (fields: object) => addContact(api, api.ours, id, { ...fields });
    await contact({ firstName: 'Default', email: 'default@s.example', defaultContact: true });
    await contact({ firstName: 'Ada', email: 'ada@s.example', invoiceContact: true });
    await contact({ firstName: 'Bo', email: 'bo@s.example', invoiceContact: true });
    await contact({ firstName: 'Mute', invoiceContact: true });
    await contact({ email: 'gone@s.example', invoiceContact: true, archived: true });
    const { body } = await create({ clientName: 'Sendable', amount: 70, sendTo: { send: true } });
    expect(body).toMatchObject({ status: 'SENT', dateSent: body.dateCreated });
    const stored = (await mails()).filter((mail) => mail.invoiceId === body.id);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      status: 'KEPT',
      recipients: ['ada@s.example', 'bo@s.example'],
      subject: `Invoice ${body.invoiceNumberFormatted} from Ours`,
    });
    expect(stored[0]?.body).toContain('Hello Ada,');
    expect(stored[0]?.body).toContain('$70.00');
    expect(stored[0]?.body).toContain(body.viewOnlineUrl);
  });

  test('falls back on the default contact', async () => {
    const { id } = await client({ name: 'Fallback' });
    const fields = { email: 'only@f.example', defaultContact: true };
    await addContact(api, api.ours, id, fields);
    await addContact(api, api.ours, id, { email: 'other@f.example' });
    const { body } = await create({ clientName: 'Fallback', items, sendTo: { send: true } });
    const remaining = (await mails()).find((mail) => mail.invoiceId === body.id);
    expect(remaining?.recipients).toEqual(['only@f.example']);
  });

  test('of an existing invoice goes to the only contact, without a flag', async () => {
    const { id } = await client({ name: 'Single' });
    await addContact(api, api.ours, id, { email: 'single@f.example' });
    await addContact(api, api.ours, id, { email: 'gone@f.example', archived: true });
    const sent = { clientName: 'Single', items, sendTo: { send: true } };
    expect(errorsOf(await create(sent))).toEqual(['sendTo.contacts: required']);
    const { id: invoiceId } = (await create({ clientName: 'Single', items })).body;
    await mutate(api.ours, 'sendInvoice', { id: invoiceId });
    await mutate(api.ours, 'sendInvoiceReminder', { id: invoiceId });
    const saved = (await mails()).filter((mail) => mail.invoiceId === invoiceId);
    expect(saved.map(({ recipients }) => recipients)).toEqual([
      ['single@f.example'],
      ['single@f.example'],
    ]);
    await addContact(api, api.ours, id, { firstName: 'Second' });
    const next = (await create({ clientName: 'Single', items })).body;
    expect(await mutate(api.ours, 'sendInvoice', { id: next.id })).toMatchObject({
      code: 'invalid_input',
    });
  });

  test('goes to the given contacts, by full name, e-mail or one text, each address once', async () => {
    const { id } = await client({ name: 'Named' });
    const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@n.example' };
    await addContact(api, api.ours, id, ada);
    await addContact(api, api.ours, id, { firstName: 'Bo', email: 'bo@n.example' });
    const recipientsOf = async (contacts: unknown) => {
      const sendTo = { send: true, contacts };
      const { body } = await create({ clientName: 'Named', items, sendTo });
      return (await mails()).find((mail) => mail.invoiceId === body.id)?.recipients;
    };
    expect(await recipientsOf(['Ada Lovelace', 'ada@N.example'])).toEqual(['Ada@n.example']);
    expect(await recipientsOf('Bo')).toEqual(['bo@n.example']);
    expect(await recipientsOf(['Bo', ' Ada Lovelace '])).toEqual(['bo@n.example', 'Ada@n.example']);
  });

  test('requires a contact with an e-mail address, otherwise there is no invoice and no number is used', async () => {
    const before = await invoiceOf(api.ours, 'Acme', 1);
    const { id } = await client({ name: 'Unreachable' });
    await addContact(api, api.ours, id, { firstName: 'Mute', defaultContact: true });
    const other = await client({ name: 'Neighbour' });
    await addContact(api, api.ours, other.id, { firstName: 'Zed', email: 'zed@n.example' });
    const rows: [object, number, string][] = [
      [{ send: true }, 400, 'sendTo.contacts: required'],
      [{ send: true, contacts: [] }, 400, 'sendTo.contacts: required'],
      [{ send: true, contacts: ['Mute'] }, 400, 'sendTo.contacts.0: no_email'],
      [{ send: true, contacts: ['Mute', 'Zed'] }, 404, 'sendTo.contacts.1: name_not_found'],
    ];
    for (const [sendTo, status, reported] of rows) {
      const answer = await create({ clientName: 'Unreachable', items, sendTo });
      expect([answer.status, ...errorsOf(answer)]).toEqual([status, reported]);
    }
    const named = await create({
      clientName: 'Unreachable',
      items,
      sendTo: { send: true, contacts: ['Mute Swan'] },
    });
    expect(named.body.message).toBe('The client "Unreachable" has no contact "Mute Swan".');
    const after = await invoiceOf(api.ours, 'Acme', 1);
    expect(after.invoiceNumber).toBe(before.invoiceNumber + 1);
  });

  test('is ignored if nothing is sent: unknown contacts are not looked up', async () => {
    await client({ name: 'Unsent' });
    const sendTo = { contacts: ['Nobody'] };
    for (const send of [false, undefined]) {
      const answer = await create({ clientName: 'Unsent', items, sendTo: { ...sendTo, send } });
      expect([answer.status, answer.body.status]).toEqual([200, 'DRAFT']);
    }
    const sent = await create({ clientName: 'Unsent', items, sendTo: { ...sendTo, send: true } });
    expect(sent.status).toBe(404);
  });

  test('does not happen without send, though contacts are named', async () => {
    const { id } = await client({ name: 'Later' });
    await addContact(api, api.ours, id, { firstName: 'Ada', email: 'ada@l.example' });
    const before = (await mails()).length;
    const { body } = await create({ clientName: 'Later', items, sendTo: { contacts: ['Ada'] } });
    expect(body.status).toBe('DRAFT');
    expect((await mails()).length).toBe(before);
  });

  test('is rolled back with its number if the e-mail template cannot be rendered', async () => {
    const { accountId } = api.ours;
    const { id } = await client({ name: 'Broken' });
    await addContact(api, api.ours, id, { email: 'b@b.example', defaultContact: true });
    await api.database.prisma.emailTemplate.create({
      data: {
        accountId,
        id: newId('EmailTemplate'),
        name: 'Broken',
        subject: '{% if %}',
        body: '',
      },
    });
    const before = await invoiceOf(api.ours, 'Acme', 1);
    const sendTo = { send: true, emailTemplateName: 'Broken' };
    const answer = await create({ clientName: 'Broken', items, sendTo });
    expect([answer.status, answer.body.code]).toEqual([409, 'conflicting_state']);
    expect(answer.body.message).toContain('"Broken"');
    const search = await api.ours.get('payableInvoices/search', { query: 'Broken' });
    expect(search.body).toEqual([]);
    expect((await invoiceOf(api.ours, 'Acme', 1)).invoiceNumber).toBe(before.invoiceNumber + 1);
  });

  test('costs two more statements', async () => {
    const { id } = await client({ name: 'Counted' });
    await addContact(api, api.ours, id, { email: 'c@c.example', defaultContact: true });
    const { roundTrips, statements } = await recordStatements(() =>
      create({ clientName: 'Counted', taxRate: 7, items, sendTo: { send: true } }),
    );
    expect(statements).toHaveLength(16);
    expect(roundTrips).toBe(9);
  });
});

describe('payment instructions', () => {
  test('are the invoice’s, else its template’s, else the client’s, else the workspace’s', async () => {
    const workspace = await api.addWorkspace();
    const { accountId } = workspace;
    const { prisma } = api.database;
    const { id } = await created(workspace, 'clients/create', { name: 'Payer' });
    const instructionsOf = async (more: object = {}) => {
      const body = { clientName: 'Payer', items, ...more };
      const invoice = await created(workspace, 'invoices/create', body);
      const where = { accountId_id: { accountId, id: invoice.id } };
      return (await prisma.invoice.findUniqueOrThrow({ where })).paymentInstructions;
    };
    expect(await instructionsOf()).toBeNull();
    await prisma.workspace.update({ where: { accountId }, data: { payInstructions: 'ours' } });
    expect(await instructionsOf()).toBe('ours');
    await created(workspace, 'clients/create', { name: 'Other', payInstructions: 'not these' });
    await workspace.patch('clients/update', { id, payInstructions: 'client' });
    expect(await instructionsOf()).toBe('client');
    await prisma.invoiceTemplate.create({
      data: {
        accountId,
        id: newId('InvoiceTemplate'),
        name: 'Special',
        paymentInstructions: 'template',
      },
    });
    expect(await instructionsOf({ templateName: 'Special' })).toBe('template');
    expect(await instructionsOf({ templateName: 'Special', paymentInstructions: 'own' })).toBe(
      'own',
    );
    expect(await instructionsOf()).toBe('client');
  });
});

describe('template names', () => {
  test('are listed for the workspace alone', async () => {
    expect((await api.theirs.get('invoiceTemplates/list')).body).toEqual(['Standard invoice']);
    expect((await api.theirs.get('emailTemplates/list')).body).toEqual(['Invoice']);
    expect((await api.ours.get('emailTemplates/list')).body).toEqual(['Broken', 'Invoice']);
  });
});
