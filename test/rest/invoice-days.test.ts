import { beforeAll, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { created, faultsOf, invoiceOf } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';

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
    expect([answer.status, faultsOf(answer)]).toEqual([400, [`${field}: out_of_range`]]);
  }
  // One that is taken over from another system may be late.
  const late = await api.ours.post('invoices/create', { ...body, [field]: inYears(-9) });
  expect(late.status).toBe(200);
});

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

test('a draft is not created after the due date that was given', async () => {
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
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['date: out_of_range']]);
  }
  expect((await pay(inYears(1))).status).toBe(200);
});

test('an invoice tells the day on which it was issued, whichever way', async () => {
  const { id, dateIssued, invoiceNumberFormatted: invoiceNumber } = await draft();
  expect(dateIssued).toBeNull();
  const from = today();
  const paid = await created(api.ours, 'payment/create', { invoiceNumber, amount: 1 });
  expect([from, today()]).toContain(paid.dateIssued);
  const { body } = await api.ours.gql(`{ invoice(id: "${id}") { dateIssued history { note } } }`);
  expect(body.data.invoice.dateIssued).toBe(paid.dateIssued);
  expect(body.data.invoice.history.at(-1).note).toContain('This payment issued the draft');
});
