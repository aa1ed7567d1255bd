import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { buildEInvoiceOf, creditByAmount } from '../support/credited-by-amount.ts';
import { textOfPdf } from '../support/documents.ts';
import { created, errorsOf } from '../support/invoices.ts';

const api = useTestApi();

beforeAll(async () => {
  for (const [name, currency] of [
    ['Reader', 'EUR'],
    ['Yomu', 'JPY'],
  ])
    await created(api.ours, 'clients/create', { name, currency });
});

const book = { description: 'Book', quantity: 2, rate: 50, taxRate: 7, taxCategory: 'REDUCED' };
const pen = { description: 'Pen', quantity: 10, rate: 10 };
const shipping = [{ reason: 'Shipping', amount: 20 }];

async function issued(more: object = {}) {
  const invoice = await created(api.ours, 'invoices/create', {
    ...{ clientName: 'Reader', taxRate: 19, items: [book, pen], charges: shipping, ...more },
  });
  await api.ours.gql(`mutation { markInvoiceSent(input: { id: "${invoice.id}" }) { __typename } }`);
  const [first, second] = invoice.lineItems;
  return { invoice, id: invoice.id, bookId: first.id, penId: second.id };
}

const credit = (invoiceId: unknown, more: object = {}) =>
  api.ours.post('creditNotes/create', { invoiceId, ...more });
const invoiceBy = async (id: string) => (await api.ours.get('invoices/search', { id })).body[0];
const taxesOf = ({ body }: { body: { taxBreakdown: { rate: number; amount: number }[] } }) =>
  body.taxBreakdown.map(({ amount, rate }) => [rate, amount]).sort();
const alone = { includeDocumentAdjustments: false };

describe('a credited amount', () => {
  test('of a line at 7 % credits no tax at 19 %, if the charges of the invoice are left out', async () => {
    const { bookId, id } = await issued();
    const lines = [{ lineId: bookId, amount: 50 }];
    const note = await credit(id, { lines, ...alone });
    expect(note.body).toMatchObject({
      ...{ subTotal: 50, discountAmount: 0, tax: 3.5, total: 53.5 },
      includeDocumentAdjustments: false,
      lineItems: [{ description: 'Book', quantity: 1, unitPrice: 50, lineTotal: 50, amount: 50 }],
    });
    expect(taxesOf(note)).toEqual([[7, 3.5]]);
    const withCharges = await credit(id, { lines });
    expect(withCharges.body).toMatchObject({ subTotal: 55, tax: 4.45 });
    expect(taxesOf(withCharges)).toEqual([
      [19, 0.95],
      [7, 3.5],
    ]);
    const last = await credit(id);
    expect(taxesOf(last)).toEqual([[19, 21.85]]);
    expect(await invoiceBy(id)).toMatchObject({ amountDue: 0 });
  });

  test('includes tax if the prices of the invoice do', async () => {
    const { bookId, id } = await issued({ taxInclusive: true });
    const note = await credit(id, { lines: [{ lineId: bookId, amount: 10.7 }], ...alone });
    expect(note.body).toMatchObject({
      ...{ subTotal: 10, tax: 0.7, total: 10.7 },
      lineItems: [{ quantity: 1, unitPrice: 10, lineTotal: 10, amount: 10.7 }],
    });
  });

  test('takes the discount of the invoice along only if it is included', async () => {
    const { id, penId } = await issued({ charges: [], discountPercent: 10 });
    const lines = [{ lineId: penId, amount: 10 }];
    expect((await credit(id, { lines })).body).toMatchObject({
      ...{ subTotal: 10, discountAmount: 1, tax: 1.71, total: 10.71 },
    });
    expect((await credit(id, { lines, ...alone })).body).toMatchObject({
      ...{ subTotal: 10, discountAmount: 0, tax: 1.9, total: 11.9 },
    });
    // 80 remain of the pens, and 71 of them after the discount.
    const tooMuch = await credit(id, { lines: [{ lineId: penId, amount: 80 }], ...alone });
    expect([tooMuch.status, tooMuch.body.message]).toEqual([
      409,
      expect.stringContaining('would be negative for Tax (19 %)'),
    ]);
    expect((await credit(id)).status).toBe(200);
    expect(await invoiceBy(id)).toMatchObject({ amountDue: 0 });
  });

  test('lowers what a quantity of the line credits, which is never more than its rest', async () => {
    const { id, penId } = await issued();
    await credit(id, { lines: [{ lineId: penId, amount: 75 }], ...alone });
    const quantity = await credit(id, { lines: [{ lineId: penId, quantity: 2 }], ...alone });
    expect(quantity.body.lineItems).toMatchObject([{ quantity: 2, unitPrice: 10, lineTotal: 20 }]);
    const rest = await credit(id, { lines: [{ lineId: penId, quantity: 4 }], ...alone });
    expect(rest.body.lineItems).toMatchObject([{ quantity: 4, unitPrice: 1.25, lineTotal: 5 }]);
    const again = await credit(id, { lines: [{ lineId: penId, quantity: 1 }], ...alone });
    expect(errorsOf(again)).toEqual(['lines.0.lineId: out_of_range']);
  });

  test('and all lines without the charges leave the charges', async () => {
    const { id } = await issued();
    expect(taxesOf(await credit(id, alone))).toEqual([
      [19, 19],
      [7, 7],
    ]);
    const last = await credit(id);
    expect(last.body).toMatchObject({ subTotal: 20, tax: 3.8, lineItems: [{ lineTotal: 20 }] });
  });

  test('that is invalid is rejected with all invalid lines, and nothing is stored', async () => {
    const { bookId, id, penId } = await issued();
    const wrong = await credit(id, {
      lines: [
        { lineId: bookId, amount: 100.01 },
        { lineId: penId, amount: 1.001 },
      ],
    });
    expect([wrong.status, errorsOf(wrong)]).toEqual([
      400,
      ['lines.0.amount: out_of_range', 'lines.1.amount: too_precise'],
    ]);
    expect(wrong.body.errors[0].message).toContain('at most 100');
    for (const amount of [0, -1]) {
      const answer = await credit(id, { lines: [{ lineId: bookId, amount }] });
      expect(errorsOf(answer)).toEqual(['lines.0.amount: out_of_range']);
    }
    const both = await credit(id, {
      ...{ excess: 'SOME', lines: [{ lineId: bookId, quantity: 1, amount: 1 }] },
    });
    expect(errorsOf(both).sort()).toEqual(['excess: invalid_choice', 'lines.0.amount: disagrees']);
    expect(await invoiceBy(id)).toMatchObject({ creditedTotal: 0 });
  });

  test('in a currency without decimals has none', async () => {
    const { bookId, id } = await issued({ clientName: 'Yomu' });
    const answer = await credit(id, { lines: [{ lineId: bookId, amount: 0.5 }] });
    expect(errorsOf(answer)).toEqual(['lines.0.amount: too_precise']);
  });

  test('is the same in GraphQL, and a dry run stores nothing', async () => {
    const { bookId, id } = await issued();
    const source = (directive: string) => `mutation ($input: CreateCreditNoteInput!) ${directive} {
      createCreditNote(input: $input) { ... on CreateCreditNoteSuccess { creditNote {
        total includeDocumentAdjustments lineItems { amount quantity lineTotal } } } } }`;
    const input = { invoiceId: id, lines: [{ lineId: bookId, amount: '12.34' }], ...alone };
    const expected = {
      ...{ total: '13.2', includeDocumentAdjustments: false },
      lineItems: [{ amount: '12.34', quantity: '1', lineTotal: '12.34' }],
    };
    const preview = await api.ours.gql(source('@dryRun'), { input });
    expect(preview.body.data.createCreditNote.creditNote).toEqual(expected);
    expect(await invoiceBy(id)).toMatchObject({ creditedTotal: 0 });
    const { body } = await api.ours.gql(source(''), { input });
    expect(body.data.createCreditNote.creditNote).toEqual(expected);
  });

  test('is a line of one unit in an e-invoice, with the tax of the line alone', async () => {
    for (const [taxInclusive, amount] of [
      [false, 10],
      [true, 10.7],
    ] as const) {
      const { bookId, id } = await issued({ taxInclusive });
      const { body } = await credit(id, { lines: [{ lineId: bookId, amount }], ...alone });
      const { allowances, lines, taxes } = await buildEInvoiceOf(api.ours, body);
      expect(JSON.parse(JSON.stringify({ allowances, lines, taxes }))).toMatchObject({
        allowances: [],
        lines: [{ quantity: '1', unitPrice: '10', netAmount: '10', unitCode: 'C62', taxRate: '7' }],
        taxes: [{ rate: '7', taxableAmount: '10', amount: '0.7' }],
      });
    }
  });

  test('is printed as one unit of its price, also with gross prices', async () => {
    for (const taxInclusive of [false, true]) {
      const { bookId, id, invoice } = await issued({ taxInclusive });
      const { body } = await credit(id, { lines: [{ lineId: bookId, amount: 12.34 }], ...alone });
      const path = `${new URL(invoice.viewOnlineUrl).pathname}/credit-notes/${body.id}.pdf`;
      const pdf = await api.app.request(path);
      const text = (await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).join(' ');
      expect(text).toMatch(/Book\s+1\s+€12\.34\s+€12\.34/);
    }
  });
});

test('forty simultaneous callers credit no more than the amount of a line', async () => {
  const { bookId, id } = await issued();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      credit(id, {
        lines: [{ lineId: bookId, ...(index % 2 ? { amount: 15 } : { quantity: 0.25 }) }],
        ...alone,
      }),
    ),
  );
  const total = answers.reduce(
    (sum, { body, status }) => sum + (status === 200 ? body.subTotal : 0),
    0,
  );
  expect(total).toBeLessThanOrEqual(100);
  expect(total).toBeGreaterThan(85);
  expect(answers.every(({ status }) => [200, 400].includes(status))).toBe(true);
});

test('random credit notes by quantity and amount are those of an independent model', async () => {
  const counts = await creditByAmount(api, await api.addWorkspace(), 40);
  expect(Object.keys(counts).length).toBeGreaterThan(5);
});
