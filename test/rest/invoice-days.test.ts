import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created, errorsOf, invoiceOf } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';
import { inputFor } from '../support/parity.ts';

const api = useTestApi();

beforeAll(() => created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' }));

const today = () => new Date().toISOString().slice(0, 10);
/** The same day of another year; a 29 February has none in most years. */
const inYears = (years: number) =>
  `${Number(today().slice(0, 4)) + years}${today().slice(4).replace('02-29', '02-28')}`;
const draft = () => invoiceOf(api.ours, 'Acme', 10);

test.each([
  ['dueDate', { items: [{ rate: 1 }] }],
  ['dateDue', { amount: 1 }],
])('an invoice is not due many years ago: %s', async (field, shape) => {
  const body = { clientName: 'Acme', ...shape };
  for (const day of [inYears(-11), '1926-11-23', '9999-12-31']) {
    const answer = await api.ours.post('invoices/create', { ...body, [field]: day });
    expect([answer.status, errorsOf(answer)]).toEqual([400, [`${field}: out_of_range`]]);
  }
  // Nor before its own day, unless it is taken over from another system with that day.
  const late = { ...body, [field]: inYears(-9) };
  const answer = await api.ours.post('invoices/create', late);
  expect([answer.status, errorsOf(answer)]).toEqual([400, [`${field}: out_of_range`]]);
  const early = await api.ours.post('invoices/create', { ...late, dateIssued: inYears(-8) });
  expect([early.status, errorsOf(early)]).toEqual([400, [`${field}: out_of_range`]]);
  for (const day of [{ dateCreated: inYears(-9) }, { dateIssued: inYears(-9) }]) {
    expect((await api.ours.post('invoices/create', { ...late, ...day })).status).toBe(200);
  }
});

test.each([
  ['createInvoice', { clientName: 'Acme', items: [{ rate: 1 }] }],
  ['createSimpleInvoice', { clientName: 'Acme', amount: 1 }],
  ['createInvoiceFromWork', { clientName: 'Acme' }],
])('no new invoice is due in the past: %s', async (mutation, fields) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const input = inputFor(type, { ...fields, dueDate: inYears(-1) });
  const rejection = await mutate(api.ours, mutation, { input });
  expect(rejection).toMatchObject({ __typename: 'InvalidInputError' });
  expect(rejection.errors).toEqual([
    expect.objectContaining({ path: 'dueDate', code: 'out_of_range' }),
  ]);
});

test('the preview of an invoice of work rejects the days that the invoice would be rejected for', async () => {
  const { body } = await api.ours.gql(
    `{ previewInvoiceFromWork(input: { clientName: "Acme", dueDate: "${inYears(-1)}" }) { dueDate } }`,
  );
  expect(body.errors[0].extensions).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'dueDate', code: 'out_of_range' }],
  });
});

test('an old draft gets no due date in the past; one that is sent back unchanged stays', async () => {
  const { id, dateDue } = await invoiceOf(api.ours, 'Acme', 10, { dueDate: today() });
  const days = { dateCreated: new Date(inYears(-1)), dueDate: new Date(inYears(0)) };
  await api.database.prisma.invoice.updateMany({ where: { id }, data: days });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const denied = await mutate(api.ours, 'updateInvoice', { id, dueDate: yesterday });
  expect(denied.errors).toEqual([
    expect.objectContaining({ path: 'dueDate', code: 'out_of_range' }),
  ]);
  const stored = await mutate(api.ours, 'updateInvoice', { id, dueDate: dateDue, notes: 'Same' });
  expect(stored.__typename).toBe('UpdateInvoiceSuccess');
});

test.each(['sendInvoice', 'markInvoiceSent'])(
  'an invoice is not issued after its due date: %s',
  async (mutation) => {
    const { id } = await invoiceOf(api.ours, 'Acme', 10, { dueDate: today() });
    const late = { dateCreated: new Date(inYears(-2)), dueDate: new Date(inYears(-1)) };
    await api.database.prisma.invoice.updateMany({ where: { id }, data: late });
    for (const more of [{}, { dateIssued: today() }]) {
      const failed = await mutate(api.ours, mutation, { id, ...more });
      expect(failed.errors).toEqual([
        expect.objectContaining({ path: 'dateIssued', code: 'out_of_range' }),
      ]);
    }
    const issued = await mutate(api.ours, 'markInvoiceSent', { id, dateIssued: inYears(-2) });
    expect(issued.__typename).toBe('MarkInvoiceSentSuccess');
  },
);

test.each([
  [{ dateCreated: '1999-01-01' }, 'dateCreated'],
  [{ dateCreated: inYears(2) }, 'dateCreated'],
  [{ dateCreated: '2026-03-02', dueDate: '2026-03-01' }, 'dueDate'],
  [{ dueDate: '2001-01-01' }, 'dueDate'],
] as const)('a draft’s days fit together: %j', async (days, path) => {
  const { id } = await draft();
  const refused = await mutate(api.ours, 'updateInvoice', { id, ...days });
  expect(refused).toMatchObject({ __typename: 'InvalidInputError' });
  expect(refused.errors).toEqual([expect.objectContaining({ path, code: 'out_of_range' })]);
});

test('a draft is not created after its given due date', async () => {
  const { id } = await draft();
  await mutate(api.ours, 'updateInvoice', { id, dueDate: inYears(0) });
  const refused = await mutate(api.ours, 'updateInvoice', { id, dateCreated: inYears(1) });
  expect(refused).toMatchObject({ __typename: 'InvalidInputError' });
  expect(refused.errors).toEqual([
    expect.objectContaining({ path: 'dateCreated', code: 'out_of_range' }),
  ]);
});

test('a payment is not of a day in years; one of next month is taken', async () => {
  const { invoiceNumberFormatted: invoiceNumber } = await draft();
  const pay = (date: string) => api.ours.post('payment/create', { invoiceNumber, amount: 1, date });
  for (const date of ['2199-01-01', inYears(2)]) {
    const answer = await pay(date);
    expect([answer.status, errorsOf(answer)]).toEqual([400, ['date: out_of_range']]);
  }
  expect((await pay(inYears(1))).status).toBe(200);
});

test('an invoice contains its issue date, however it is read', async () => {
  const { id, dateIssued, invoiceNumberFormatted: invoiceNumber } = await draft();
  expect(dateIssued).toBeNull();
  const from = today();
  const paid = await created(api.ours, 'payment/create', { invoiceNumber, amount: 1 });
  expect([from, today()]).toContain(paid.dateIssued);
  const { body } = await api.ours.gql(`{ invoice(id: "${id}") { dateIssued history { note } } }`);
  expect(body.data.invoice.dateIssued).toBe(paid.dateIssued);
  expect(body.data.invoice.history.at(-1).note).toContain('This payment issued the draft');
});
