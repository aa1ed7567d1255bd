import { beforeAll, describe, expect, test } from 'vitest';
import { recordFirstView } from '../../src/domain/invoices/invoice-events.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { addContact, created } from '../support/invoices.ts';
import { watchLog } from '../support/logged-changes.ts';
import { conflict, mutate, mutated } from '../support/mutations.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi();
const reversal = ['REVERSE_PAYMENT', 'REFUND_PAYMENT', 'CREDIT'];
const fields =
  'id status total amountDue viewOnlineUrl invoiceNumber invoiceNumberFormatted dateSent datePaid dateCreated dueDate firstViewedAt allowedActions lineItems { description lineTotal } taxBreakdown { amount } history { kind fromStatus toStatus actor keyName note }';

beforeAll(async () => {
  const { id } = await created(api.ours, 'clients/create', { name: 'Own' });
  const ada = { firstName: 'Ada', email: 'ada@own.example', invoiceContact: true };
  await addContact(api, api.ours, id, ada);
});

const draft = (more: object = {}) =>
  mutated(
    api.ours,
    'createInvoice',
    { input: { clientName: 'Own', taxPercentage: 0, lineItems: [{ unitPrice: 100 }], ...more } },
    fields,
  );
const act = (name: string, args: object) =>
  mutated(api.ours, name, args as Record<string, unknown>, fields);
const rejection = (name: string, args: object) =>
  mutate(api.ours, name, args as Record<string, unknown>);
const kinds = ({ history }: { history: { kind: string }[] }) => history.map(({ kind }) => kind);
const pay = (invoiceNumber: string, amount: number) =>
  act('recordPayment', { input: { invoiceNumber, amount, referenceNumber: 'RF18' } });

describe('the life of an invoice', () => {
  test('contains in its history the person who acted', async () => {
    const { id } = await draft();
    const { email, personId } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const data = { firstName: 'Ada', lastName: 'Lovelace' };
    await api.database.prisma.user.updateMany({ where: { personId }, data });
    const browser = new TestBrowser(api);
    await browser.signIn(email);
    const { body } = await browser.gql(
      'mutation ($id: ID!) { markInvoiceSent(input: { id: $id }) { ... on MarkInvoiceSentSuccess { invoice { history { actor personName keyName } } } } }',
      { id },
    );
    expect(body.data.markInvoiceSent.invoice.history.at(-1)).toEqual({
      ...{ actor: 'PERSON', personName: 'Ada Lovelace', keyName: null },
    });
  });

  test('goes from draft to sent, partly paid and paid, and its history contains each step', async () => {
    const made = await draft();
    expect(made.allowedActions).toContain('DELETE');
    const sent = await act('sendInvoice', { input: { id: made.id } });
    expect(sent).toMatchObject({ status: 'SENT', dateSent: made.dateCreated });
    await pay(made.invoiceNumberFormatted, 40);
    const paid = await pay(made.invoiceNumberFormatted, 60);
    expect(paid.allowedActions).toEqual([
      'SEND',
      ...reversal,
      'DUPLICATE',
      'RENEW_LINK',
      'REVOKE_LINK',
    ]);
    const key = { actor: 'KEY', keyName: 'First key' };
    expect(paid.history).toEqual([
      { kind: 'CREATED', fromStatus: null, toStatus: 'DRAFT', note: null, ...key },
      {
        kind: 'SENT',
        fromStatus: 'DRAFT',
        toStatus: 'SENT',
        note: 'ada@own.example: not sent but kept in the outbox, because no mail server is configured',
        ...key,
      },
      {
        kind: 'PAYMENT_APPLIED',
        fromStatus: 'SENT',
        toStatus: 'PARTIAL',
        note: '40 USD, RF18',
        ...key,
      },
      {
        kind: 'PAYMENT_APPLIED',
        fromStatus: 'PARTIAL',
        toStatus: 'PAID',
        note: '60 USD, RF18',
        ...key,
      },
    ]);
    const mails = await api.database.prisma.outboxMail.count({ where: { invoiceId: made.id } });
    expect(mails).toBe(1);
  });

  test('has one mail of five simultaneous ones, in both APIs; with another text, to others or later, one more', async () => {
    await addContact(
      api,
      api.ours,
      (await created(api.ours, 'clients/create', { name: 'Two' })).id,
      {
        firstName: 'Eve',
        email: 'eve@two.example',
        invoiceContact: true,
      },
    );
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Two',
      amount: 100,
      sendTo: { send: true },
    });
    const mails = () =>
      api.database.prisma.outboxMail.findMany({
        where: { invoiceId: id },
        orderBy: { createdAt: 'asc' },
      });
    const concurrent = await Promise.all(
      Array.from({ length: 5 }, () => act('sendInvoice', { input: { id } })),
    );
    expect(concurrent.map(({ status }) => status)).toEqual(Array(5).fill('SENT'));
    expect(await mails()).toHaveLength(1);
    const [first] = concurrent;
    expect(kinds(first)).toEqual(['CREATED', 'SENT']);

    const { clientId } = await api.database.prisma.invoice.findFirstOrThrow({ where: { id } });
    const other = { firstName: 'Bob', email: 'bob@two.example' };
    await addContact(api, api.ours, clientId, other);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        act('sendInvoice', { input: { id, contacts: ['bob@two.example'] } }),
      ),
    );
    expect(await mails()).toMatchObject([{}, { recipients: ['bob@two.example'] }]);

    const minuteAgo = new Date(Date.now() - 61_000);
    await api.database.prisma.outboxMail.updateMany({
      where: { invoiceId: id },
      data: { createdAt: minuteAgo },
    });
    const later = await Promise.all(
      Array.from({ length: 5 }, () => act('sendInvoice', { input: { id } })),
    );
    expect(await mails()).toHaveLength(3);
    expect(kinds(later[0])).toEqual(['CREATED', 'SENT', 'SENT', 'SENT']);
  });

  test('is rejected with the possible commands, and nothing changes', async () => {
    const { id, invoiceNumberFormatted: number } = await draft();
    await pay(number, 40);
    for (const [name, args] of [
      ['voidInvoice', { input: { id } }],
      ['updateInvoice', { input: { id, notes: 'No' } }],
      ['markInvoiceSent', { id }],
      ['deleteInvoice', { id }],
    ] as const) {
      const answer = await rejection(name, args);
      expect(answer).toMatchObject(conflict);
      expect(answer.message).toMatch(
        /PARTIAL.*Possible actions: SEND, PAY, REVERSE_PAYMENT, REFUND_PAYMENT, CREDIT, WRITE_OFF/,
      );
    }
    const off = await act('writeOffInvoice', { input: { id, reason: 'Bankrupt' } });
    expect(off).toMatchObject({ status: 'WRITE_OFF', amountDue: '0' });
    expect(off.history.at(-1)).toMatchObject({ fromStatus: 'PARTIAL', note: 'Bankrupt' });
    expect(
      await rejection('recordPayment', { input: { invoiceNumber: number, amount: 60.01 } }),
    ).toMatchObject({
      code: 'payment_exceeds_amount_due',
      message: expect.stringContaining('exceeds the amount due of 60 USD'),
    });
    const late = await pay(number, 10);
    expect(late).toMatchObject({ status: 'PARTIAL', amountDue: '50' });
    expect(late.history.at(-1)).toMatchObject({
      ...{ fromStatus: 'WRITE_OFF', toStatus: 'PARTIAL' },
      note: '10 USD, RF18. The invoice had been written off and was reopened.',
    });
    await act('writeOffInvoice', { input: { id } });
    expect(await pay(number, 50)).toMatchObject({ status: 'PAID', amountDue: '0' });
  });

  test('a payment issues an unsent draft, and its history contains it', async () => {
    const { id, invoiceNumberFormatted: number } = await draft();
    const part = await pay(number, 40);
    expect(part).toMatchObject({ status: 'PARTIAL', dateSent: null });
    expect(part.history.at(-1)).toMatchObject({
      kind: 'PAYMENT_APPLIED',
      fromStatus: 'DRAFT',
      toStatus: 'PARTIAL',
      note: '40 USD, RF18. This payment issued the draft, which was not sent: it can no longer be marked as sent, changed, voided, or deleted.',
    });
    const changed = await rejection('updateInvoice', { input: { id, notes: 'No' } });
    expect(changed.message).toContain('Write off the amount due and duplicate it instead.');
    expect((await rejection('deleteInvoice', { id })).message).toContain(
      'Write off the amount due',
    );
    const whole = await pay(number, 60);
    expect(whole).toMatchObject({ status: 'PAID', dateSent: null });
    expect(whole.history.at(-1)?.note).toBe('60 USD, RF18');
    expect(await act('sendInvoice', { input: { id } })).toMatchObject({
      status: 'PAID',
      dateSent: whole.dateCreated,
    });
  });

  test('has no amount due after it is voided or written off, in every response', async () => {
    await created(api.ours, 'clients/create', { name: 'Closing' });
    const ids: Record<string, string> = {};
    for (const name of ['voidInvoice', 'writeOffInvoice', 'markInvoiceSent'] as const) {
      const made = await draft({ clientName: 'Closing' });
      ids[name] = made.id;
      await act('markInvoiceSent', { id: made.id });
      if (name === 'markInvoiceSent') continue;
      await act(name, { input: { id: made.id } });
      if (name === 'writeOffInvoice') continue;
      const paid = { invoiceNumber: made.invoiceNumberFormatted, amount: 1 };
      const answer = await api.ours.post('payment/create', paid);
      expect(answer.body).toMatchObject({ code: 'invoice_closed' });
    }
    const query = `{
      inOrder: invoices(where: { client: { name: { equals: "Closing" } } }, orderBy: { amountDue: DESC }) {
        edges { node { id amountDue } }
      }
      due: invoices(where: { client: { name: { equals: "Closing" } }, amountDue: { gt: "0" } }) {
        edges { node { id } }
      }
      payableInvoices(clientName: "Closing") { edges { node { id } } }
    }`;
    const { data } = await askFor(api.ours.context, query);
    const open = [{ node: { id: ids.markInvoiceSent } }];
    expect(data.due.edges).toEqual(open);
    expect(data.payableInvoices.edges).toEqual(open);
    expect(
      data.inOrder.edges.map(({ node }: { node: { amountDue: string } }) => node.amountDue),
    ).toEqual(['100', '0', '0']);
    expect(data.inOrder.edges[0]).toMatchObject({ node: { id: ids.markInvoiceSent } });
  });

  test('is paid immediately if nothing is due', async () => {
    const { id } = await draft({ lineItems: [{ unitPrice: 0 }] });
    const marked = await act('markInvoiceSent', { id });
    expect(marked).toMatchObject({ status: 'PAID', datePaid: marked.dateCreated });
  });

  test('ends when it is voided, and its number is not used again', async () => {
    const { id, invoiceNumber } = await draft();
    expect(await act('voidInvoice', { input: { id } })).toMatchObject({ status: 'VOIDED' });
    expect((await draft()).invoiceNumber).toBe(invoiceNumber + 1);
  });
});

describe('a draft', () => {
  test('is changed and computed again, fields left out as they were', async () => {
    const { id } = await draft({ taxPercentage: 19, notes: 'Thanks' });
    const lineItems = [{ description: 'More', unitPrice: 33.335, quantity: 3 }];
    const edited = await act('updateInvoice', { input: { id, lineItems, discountPercent: 50 } });
    expect(edited).toMatchObject({ total: '59.5', amountDue: '59.5' });
    expect(edited.lineItems).toEqual([{ description: 'More', lineTotal: '100.01' }]);
    expect(kinds(edited)).toEqual(['CREATED', 'EDITED']);
    const untaxed = await act('updateInvoice', { input: { id, taxPercentage: 0 } });
    expect(untaxed).toMatchObject({ total: '50', lineItems: edited.lineItems });
    const negative = { id, lineItems: [{ unitPrice: -1 }] };
    expect(await rejection('updateInvoice', { input: negative })).toMatchObject({
      code: 'invalid_input',
    });
  });

  test('that is not changed is not written, and its history contains nothing', async () => {
    const lineItems = [
      { description: 'Work', unitPrice: 12.5, quantity: 3 },
      { unitPrice: 1, taxable: false },
    ];
    const sent = { taxPercentage: 19, discountPercent: 10, lineItems, notes: 'Thanks' };
    const made = await draft({ ...sent, description: 'March' });
    expect(await act('updateInvoice', { input: { id: made.id } })).toEqual(made);
    const { dateCreated, dueDate } = made;
    const same = { id: made.id, ...sent, description: 'March', dateCreated, dueDate };
    const row = () => api.database.prisma.invoice.findFirstOrThrow({ where: { id: made.id } });
    expect(await act('updateInvoice', { input: same })).toEqual(made);
    expect(await act('replaceInvoice', { input: same })).toEqual(made);
    expect(await row()).toMatchObject({ version: 1 });
    for (const change of [
      { lineItems: [{ ...lineItems[0], quantity: 4 }, lineItems[1]] },
      { lineItems: [lineItems[0]] },
      { taxPercentage: 7 },
      { discountPercent: 0 },
      { notes: null },
      { dueDate: '2099-01-01' },
      { paymentInstructions: 'Cash' },
    ]) {
      const before = (await row()).version;
      await act('updateInvoice', { input: { id: made.id, ...change } });
      expect((await row()).version, JSON.stringify(change)).toBe(before + 1);
    }
  });

  test('is deleted only as the newest, and gives its number back', async () => {
    const first = await draft();
    const second = await draft();
    const answer = await rejection('deleteInvoice', { id: first.id });
    expect(answer).toMatchObject(conflict);
    expect(answer.message).toContain('Void it instead');
    await mutated(api.ours, 'deleteInvoice', { id: second.id });
    expect((await draft()).invoiceNumber).toBe(second.invoiceNumber);
  });

  test('that is opened is not viewed; after it is sent, the first view is recorded once', async () => {
    const { id } = await draft();
    const { accountId } = api.ours;
    const view = () => recordFirstView(api.database.prisma, accountId, id);
    await view();
    const sent = await act('markInvoiceSent', { id });
    expect(sent.firstViewedAt).toBeNull();
    expect(kinds(sent)).toEqual(['CREATED', 'MARKED_SENT']);
    const found = await watchLog(api.database.pool, accountId);
    await Promise.all([view(), view(), view()]);
    const { happened, logged, said } = await found();
    expect(Object.keys(logged)).toEqual([`Invoice ${id}`, expect.stringMatching(/^InvoiceEvent /)]);
    expect(logged).toEqual(happened);
    expect(said.map(({ actorKind, operation }) => [actorKind, operation])).toEqual([
      ['CUSTOMER', 'invoice/view'],
      ['CUSTOMER', 'invoice/view'],
    ]);
    const viewed = await act('revokeInvoiceLink', { id });
    const { createdAt } = await api.database.prisma.invoiceEvent.findFirstOrThrow({
      where: { accountId, invoiceId: id, kind: 'VIEWED' },
    });
    expect(viewed).toMatchObject({ viewOnlineUrl: null, firstViewedAt: createdAt.toISOString() });
    expect(kinds(viewed)).toEqual(['CREATED', 'MARKED_SENT', 'VIEWED', 'LINK_REVOKED']);
    expect(viewed.history[2]).toMatchObject({ actor: 'CUSTOMER', keyName: null });
  });
});

test('a duplicate is a draft with the same totals, the next number and the same days to pay', async () => {
  const original = await draft({ taxPercentage: 19, discountPercent: 10 });
  await act('voidInvoice', { input: { id: original.id } });
  const copy = await act('duplicateInvoice', { id: original.id });
  const { lineItems, taxBreakdown, total, dateCreated, dueDate, invoiceNumber } = original;
  expect(copy).toMatchObject({
    status: 'DRAFT',
    lineItems,
    taxBreakdown,
    total,
    dateCreated,
    dueDate,
  });
  expect(copy.invoiceNumber).toBe(invoiceNumber + 1);
  expect(copy.viewOnlineUrl).not.toBe(original.viewOnlineUrl);
});

test('a link that was renewed is another, one that was revoked is none in either API', async () => {
  const { id, viewOnlineUrl } = await draft();
  const renewed = await act('renewInvoiceLink', { id });
  expect(renewed.viewOnlineUrl).toMatch(/^http/);
  expect(renewed.viewOnlineUrl).not.toBe(viewOnlineUrl);
  const revoked = await act('revokeInvoiceLink', { id });
  expect(await act('revokeInvoiceLink', { id })).toEqual(revoked);
  expect(kinds(revoked)).toEqual(['CREATED', 'LINK_RENEWED', 'LINK_REVOKED']);
  const { body } = await api.ours.get('payableInvoices/search', { id });
  expect(body[0]).toMatchObject({ viewOnlineUrl: null });
});
