import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { createTaxRule } from '../../src/domain/invoices/tax-rules.ts';
import { useTestApi } from '../support/api.ts';
import { viewInvoice } from '../support/documents.ts';
import { addCompoundRule, created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();

const create = (body: object) =>
  api.ours.post('invoices/create', { clientName: 'Several', ...body });

async function made(body: object) {
  const answer = await create(body);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ status: 'DRAFT' });
  expectEquations(answer.body);
  return answer.body;
}

/** The equations of the specification for every invoice, in whole minor units. */
// biome-ignore lint/suspicious/noExplicitAny: as the answer has it
function expectEquations(invoice: any): void {
  const cents = (amount: number) => Math.round(amount * 100);
  for (const { lineTotal, quantity, unitPrice } of invoice.lineItems) {
    const product = quantity * unitPrice * 100;
    expect(Math.abs(product - cents(lineTotal))).toBeLessThanOrEqual(0.5 + 1e-6);
  }
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);
  expect(sum(invoice.lineItems.map((line: { lineTotal: number }) => line.lineTotal))).toBe(
    cents(invoice.subTotal),
  );
  expect(sum(invoice.taxBreakdown.map(({ amount }: { amount: number }) => amount))).toBe(
    cents(invoice.tax),
  );
  expect(cents(invoice.total)).toBe(
    cents(invoice.subTotal) - cents(invoice.discountAmount) + cents(invoice.tax),
  );
  expect(cents(invoice.amountDue)).toBe(cents(invoice.total) - cents(invoice.paymentTotal));
}

async function errorsOf(body: object): Promise<string[]> {
  const { status, body: answer } = await create(body);
  expect(status).toBe(400);
  return answer.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Several', currency: 'EUR' });
});

describe('a tax that lines have alone and together with another one', () => {
  const [gst, pst] = [
    { name: 'GST', rate: 5 },
    { name: 'PST', rate: 7 },
  ];
  const items = [
    { description: 'Desk', quantity: 2, rate: 40.05, taxRuleName: 'GST+PST' },
    { description: 'Book', quantity: 2, rate: 10.05, taxRuleName: 'GST' },
  ];
  const breakdownOf = (invoice: { taxBreakdown: Record<string, unknown>[] }) =>
    invoice.taxBreakdown.map((one) => ['name', 'taxableAmount', 'amount'].map((key) => one[key]));
  const documentOf = async (id: string) => buildInvoiceDocument(await viewInvoice(api.ours, id));

  beforeAll(async () => {
    const rules = {
      'GST+PST': [gst, pst],
      GST: [gst],
      Harmonised: [gst, { ...pst, compound: true }],
    };
    for (const [name, components] of Object.entries(rules)) {
      await createTaxRule(api.ours.context, { name, components });
    }
  });

  test('is rounded once for the document, and printed in one row', async () => {
    const invoice = await made({ items });
    expect(breakdownOf(invoice)).toEqual([
      ['GST', 80.1, 4.01],
      ['PST', 80.1, 5.61],
      ['GST', 20.1, 1],
    ]);
    expect(invoice).toMatchObject({ subTotal: 100.2, tax: 10.62, total: 110.82 });
    expect((await documentOf(invoice.id)).taxes).toEqual([
      { label: 'GST 5% on €100.20', amount: '€5.01' },
      { label: 'PST 7% on €80.10', amount: '€5.61' },
    ]);
    const source = `{ invoice(id: "${invoice.id}") { totalsExplanation { steps { kind name formula calculation rounded } } } }`;
    const { steps } = (await api.ours.gql(source)).body.data.invoice.totalsExplanation;
    expect(steps).toContainEqual({
      ...{ kind: 'TAX_AMOUNT', name: 'GST 5 % (2)', rounded: '1.00' },
      formula: 'rate × taxable amount of all lines − the same tax above',
      calculation: '5 % × 100.20 − 4.01',
    });
  });

  test('is rounded separately if another tax is based on it, or prices include it', async () => {
    const [desk, book] = items;
    const compound = await made({ items: [{ ...desk, taxRuleName: 'Harmonised' }, book] });
    expect(breakdownOf(compound).filter(([name]) => name === 'GST')).toEqual([
      ['GST', 80.1, 4.01],
      ['GST', 20.1, 1.01],
    ]);
    const inclusive = await made({ items, taxInclusive: true });
    expect(inclusive.total).toBe(100.2);
  });

  test('is credited with the lines that have it', async () => {
    const invoice = await made({ items });
    await api.ours.gql(
      `mutation { markInvoiceSent(input: { id: "${invoice.id}" }) { __typename } }`,
    );
    const [desk, book] = invoice.lineItems;
    const credit = (lineId: string, quantity: number) =>
      created(api.ours, 'creditNotes/create', {
        invoiceId: invoice.id,
        lines: [{ lineId, quantity }],
      });
    const half = await credit(book.id, 1);
    expect(breakdownOf(half)).toEqual([['GST', 10.05, 0.5]]);
    expect(half).toMatchObject({ tax: 0.5, total: 10.55 });
    const notes = [half, await credit(desk.id, 2), await credit(book.id, 1)];
    expect(notes.reduce((sum, { tax }) => sum + Math.round(tax * 100), 0)).toBe(1062);
    for (const { tax, taxBreakdown } of notes) {
      const parts = taxBreakdown.map(({ amount }: { amount: number }) => Math.round(amount * 100));
      expect(parts.reduce((sum: number, one: number) => sum + one, 0)).toBe(Math.round(tax * 100));
    }
  });

  test('is credited apart from taxes of the same names and rates that are taken of it', async () => {
    const [desk, book] = items;
    const lines = [desk, { ...book, taxRuleName: 'Harmonised' }];
    const { id: invoiceId, lineItems, ...invoice } = await made({ items: lines });
    await mutated(api.ours, 'markInvoiceSent', { id: invoiceId });
    const note = await created(api.ours, 'creditNotes/create', {
      invoiceId,
      lines: [{ lineId: lineItems[0].id, quantity: 2 }],
    });
    expect(breakdownOf(note)).toEqual(breakdownOf(invoice as never).slice(0, 2));
  });
});

describe('tax categories', () => {
  const outside = { description: 'Abroad', rate: 10, taxCategory: 'OUTSIDE_SCOPE' };
  const taxed = { description: 'Work', rate: 10, taxRate: 19 };
  const mixed = [{ path: 'lineItems', code: 'outside_scope_mixed', message: expect.any(String) }];
  const warningsOf = async (id: string) => {
    const { body } = await api.ours.gql(
      `{ invoice(id: "${id}") { warnings { path code message } } }`,
    );
    return body.data.invoice.warnings;
  };

  test.each(['INTRA_COMMUNITY', 'EXPORT'])(
    '%s is not taxed, and printed with its reason',
    async (taxCategory) => {
      const invoice = await made({ items: [{ rate: 100, taxCategory }, taxed] });
      expect(invoice.taxBreakdown[0]).toMatchObject({ category: taxCategory, rate: 0, amount: 0 });
      const { taxes } = buildInvoiceDocument(await viewInvoice(api.ours, invoice.id));
      expect(taxes[0]?.label).toMatch(/: (Intra-Community supply|Export)$/);
      expect(await errorsOf({ items: [{ rate: 100, taxCategory, taxRate: 19 }] })).toEqual([
        'items.0.taxRate disagrees',
      ]);
    },
  );

  test('OUTSIDE_SCOPE with others causes a warning on a draft and at issue, in both APIs', async () => {
    const invoice = await made({ items: [outside, taxed] });
    expect(invoice.warnings).toEqual(mixed);
    expect(await warningsOf(invoice.id)).toEqual(invoice.warnings);
    const { body } = await api.ours.gql(
      `mutation { markInvoiceSent(input: { id: "${invoice.id}" }) { ... on MarkInvoiceSentSuccess { invoice { status warnings { code } } } } }`,
    );
    expect(body.data.markInvoiceSent.invoice).toEqual({
      ...{ status: 'SENT', warnings: [{ code: 'outside_scope_mixed' }] },
    });
    const [found] = (await api.ours.get(`invoices/search?id=${invoice.id}`)).body;
    expect(found.warnings).toEqual(mixed);
    const fields = 'status warnings { path code message }';
    const copy = await mutated(api.ours, 'duplicateInvoice', { id: invoice.id }, fields);
    expect(copy).toEqual({ status: 'DRAFT', warnings: mixed });
  });

  test('OUTSIDE_SCOPE alone, and others without it, are not warned of', async () => {
    for (const items of [
      [outside, outside],
      [taxed, { rate: 1, taxCategory: 'EXEMPT' }],
    ]) {
      const invoice = await made({ items });
      expect([invoice.warnings, await warningsOf(invoice.id)]).toEqual([[], []]);
    }
  });
});

describe('the tax of a line', () => {
  test('is its own if it has one, otherwise the invoice’s; each category and rate is rounded once', async () => {
    const invoice = await made({
      taxRate: 19,
      items: [
        { description: 'Design', rate: 100 },
        { description: 'Book', rate: 10.05, taxRate: 7, taxCategory: 'REDUCED' },
        { description: 'Another book', rate: 10.05, taxRate: 7, taxCategory: 'reduced' },
        { description: 'Insurance', rate: 50, taxCategory: 'EXEMPT', taxReason: '§ 4 Nr. 10 UStG' },
        { description: 'Stamps', rate: 5, taxable: false },
      ],
    });
    expect(invoice).toMatchObject({ subTotal: 175.1, tax: 20.41, total: 195.51 });
    expect(invoice.taxPercentage).toBeNull();
    const reported = invoice.taxBreakdown.map((line: Record<string, unknown>) =>
      ['order', 'category', 'rate', 'taxableAmount', 'amount', 'reason'].map((name) => line[name]),
    );
    expect(reported).toEqual([
      [1, 'STANDARD', 19, 100, 19, null],
      [2, 'REDUCED', 7, 20.1, 1.41, null],
      [3, 'EXEMPT', 0, 50, 0, '§ 4 Nr. 10 UStG'],
    ]);
    const lines = invoice.lineItems.map((line: Record<string, unknown>) =>
      ['taxable', 'taxCategory', 'taxRate'].map((name) => line[name]),
    );
    expect(lines).toEqual([
      [true, 'STANDARD', 19],
      [true, 'REDUCED', 7],
      [true, 'REDUCED', 7],
      [false, 'EXEMPT', 0],
      [false, null, null],
    ]);
  });

  test('is one percentage if all lines have the same', async () => {
    const invoice = await made({
      items: [
        { rate: 100, taxRate: 7 },
        { rate: 1, taxable: false },
      ],
    });
    expect(invoice).toMatchObject({ taxPercentage: 7, tax: 7, total: 108 });
  });

  test('may be that of a tax rule, for the line or the whole invoice', async () => {
    const { id } = await addCompoundRule(api.ours, 'Two taxes');
    const whole = await made({ taxRuleName: 'Two taxes', items: [{ rate: 200 }] });
    expect(whole).toMatchObject({ tax: 29.95, taxPercentage: null, taxRule: { id } });
    const lines = [{ rate: 100 }, { rate: 200, taxRuleId: id }];
    const ofLine = await made({ taxRate: 10, items: lines });
    expect(ofLine).toMatchObject({ tax: 39.95, taxPercentage: null, taxRule: null });
    const orders = ofLine.taxBreakdown.map((line: Record<string, unknown>) =>
      ['name', 'order', 'taxGroup', 'taxableAmount'].map((name) => line[name]),
    );
    expect(orders).toEqual([
      ['Tax', 1, 1, 100],
      ['GST', 2, 2, 200],
      ['QST', 3, 2, 210],
    ]);
  });

  test('of a whole invoice may be reverse charge, without a rate', async () => {
    const invoice = await made({ taxCategory: 'REVERSE_CHARGE', items: [{ rate: 100 }] });
    expect(invoice).toMatchObject({ tax: 0, total: 100, taxPercentage: 0 });
    expect(invoice.taxBreakdown).toMatchObject([{ category: 'REVERSE_CHARGE', rate: 0 }]);
  });

  test('is rejected if it is contradictory, with all errors in one response', async () => {
    const items = [
      { rate: 1, taxRate: 19, taxCategory: 'EXEMPT' },
      { rate: 1, taxCategory: 'STANDARD' },
      { rate: 1, taxRate: 19, taxable: false },
      { rate: 1, taxRate: 19, taxRuleName: 'Two taxes' },
      { rate: 1, taxReason: 'Because' },
    ];
    expect(await errorsOf({ items, taxRate: 5, taxCategory: 'ZERO' })).toEqual([
      'taxRate disagrees',
      'items.0.taxRate disagrees',
      'items.1.taxRate required',
      'items.2.taxable disagrees',
      'items.3.taxRuleName disagrees',
      'items.4.taxCategory required',
    ]);
  });

  test('shares a discount with the others so that the shares are the discount exactly', async () => {
    const items = [{ rate: 0.05 }, { rate: 0.05, taxRate: 7 }, { rate: 0.05, taxRate: 5 }];
    const invoice = await made({ taxRate: 19, discountPercent: 50, items });
    // Half of 0.15 is 0.08; half of 0.05 is 0.03 three times: one group gives a cent back.
    expect(invoice).toMatchObject({ subTotal: 0.15, tax: 0.01, total: 0.08 });
    const bases = invoice.taxBreakdown.map((line: { taxableAmount: number }) => line.taxableAmount);
    expect(bases).toEqual([0.03, 0.02, 0.02]);
  });
});

describe('prices with tax in them', () => {
  test.each([
    [21, [100], 100, 82.64, 17.36],
    [19, [10, 10, 10], 30, 25.21, 4.79],
    [7.7, [0.01], 0.01, 0.01, 0],
  ])('at %s % are the total', async (taxRate, rates, total, subTotal, tax) => {
    const items = rates.map((rate) => ({ rate }));
    const invoice = await made({ taxInclusive: true, taxRate, items });
    expect(invoice).toMatchObject({ taxInclusive: true, total, subTotal, tax });
  });

  test('have as many decimals before tax as their quantity needs', async () => {
    const items = [{ quantity: 3, rate: 10 }];
    const invoice = await made({ taxInclusive: true, taxRate: 21, items });
    expect(invoice.lineItems[0]).toMatchObject({ unitPrice: 8.264, lineTotal: 24.79, price: 10 });
    expect(invoice.total).toBe(30);
  });

  test('are discounted including tax, at several rates', async () => {
    const items = [{ rate: 119 }, { rate: 107, taxRate: 7 }, { rate: 50, taxable: false }];
    const invoice = await made({ taxInclusive: true, taxRate: 19, discountPercent: 10, items });
    expect(invoice).toMatchObject({ subTotal: 250, tax: 23.4, total: 248.4 });
  });
});

describe('discounts, charges and settlements', () => {
  test('are in lines and fields of their own', async () => {
    const invoice = await made({
      taxRate: 19,
      items: [
        {
          description: 'Chairs',
          quantity: 2,
          rate: 100,
          discountPercent: 10,
          discountReason: 'Old',
        },
        { description: 'Paper', quantity: 500, baseQuantity: 1000, rate: 9.99, unit: 'sheets' },
      ],
      allowances: [{ percent: 10, reason: 'Loyal' }],
      charges: [{ amount: 5, reason: 'Freight', taxRate: 7 }],
      withholding: { percent: 15, reason: 'IRPF' },
      prepaidAmount: 50,
      roundTo: 0.05,
      buyerReference: '04011000-12345-03',
      orderNumber: 'PO 7',
    });
    const lines = invoice.lineItems.map((line: Record<string, unknown>) =>
      ['role', 'type', 'quantity', 'unitPrice', 'lineTotal', 'percent', 'taxRate'].map(
        (name) => line[name],
      ),
    );
    expect(lines).toEqual([
      ['ITEM', 'ADHOC', 2, 100, 200, null, 19],
      ['ITEM_ALLOWANCE', 'CREDIT', 1, -20, -20, 10, 19],
      ['ITEM', 'ADHOC', 500, 0.01, 5, null, 19],
      ['ALLOWANCE', 'CREDIT', 1, -18.5, -18.5, 10, 19],
      ['CHARGE', 'ADHOC', 1, 5, 5, null, 7],
      ['WITHHOLDING', 'TAX', 1, -25.73, -25.73, 15, null],
      ['PREPAID', 'DEPOSIT_APPLIED', 1, -50, -50, null, null],
      ['ROUNDING', 'ADHOC', 1, -0.01, -0.01, null, null],
    ]);
    expect(invoice).toMatchObject({
      withholdingAmount: 25.73,
      prepaidAmount: 50,
      roundTo: 0.05,
      roundingAmount: -0.01,
      tax: 31.99,
      buyerReference: '04011000-12345-03',
      orderNumber: 'PO 7',
    });
    expect(invoice.lineItems[2]).toMatchObject({ baseQuantity: 1000, price: 9.99, unit: 'sheets' });
  });

  test('add no line if nothing needs rounding', async () => {
    const invoice = await made({ items: [{ rate: 10 }], roundTo: 0.05 });
    expect(invoice.lineItems).toHaveLength(1);
    expect(invoice).toMatchObject({ roundTo: 0.05, roundingAmount: 0 });
  });

  test('are rejected if they are contradictory, empty or more precise than the currency', async () => {
    const items = [
      { rate: 1, discountPercent: 1, discountAmount: 1 },
      { rate: 1, discountReason: 'Why?' },
      { rate: 1, charges: [{ reason: 'How much?' }] },
    ];
    const more = { allowances: [{ percent: 1, amount: 1 }] };
    expect(await errorsOf({ items, ...more })).toEqual([
      'allowances.0.amount disagrees',
      'items.0.discountAmount disagrees',
      'items.1.discountPercent required',
      'items.2.charges.0.percent required',
    ]);
    const fine = { items: [{ rate: 1, discountAmount: 0.001 }], prepaidAmount: 0.005 };
    expect(await errorsOf(fine)).toEqual([
      'items.0.discountAmount too_precise',
      'prepaidAmount too_precise',
    ]);
  });

  test('must not exceed the invoice', async () => {
    expect(await errorsOf({ items: [{ rate: 10 }], prepaidAmount: 11 })).toEqual([
      'items out_of_range',
    ]);
  });
});

describe('a price', () => {
  const priced = (quantity: number, rate: number | string, more = {}) =>
    made({ items: [{ description: 'Tokens', quantity, rate }], ...more });

  test('has all digits of the caller, and six of a division', async () => {
    const fine = await priced(100_000_000, 0.0000012345);
    expect(fine).toMatchObject({ total: 123.45, lineItems: [{ unitPrice: 0.0000012345 }] });
    expect((await priced(1_000_000, '1.2345678')).total).toBe(1_234_567.8);
    expect((await priced(1_000_000, 0.000000000001)).total).toBe(0);
    const divided = await priced(3, 100 / 3);
    expect(divided).toMatchObject({ total: 100, lineItems: [{ unitPrice: 33.333333 }] });
  });

  test('keeps them if it includes tax, is for several units, or the invoice is edited, copied or credited', async () => {
    const rate = 0.0000012345;
    const items = [{ description: 'Tokens', quantity: 100_000_000, rate, taxRate: 19 }];
    const gross = await made({ taxInclusive: true, items });
    expect(gross).toMatchObject({ total: 123.45, lineItems: [{ price: rate }] });
    const forTen = [{ ...items[0], baseQuantity: 10 }];
    expect((await made({ items: forTen })).subTotal).toBe(12.35);
    const { gql, post } = api.ours;
    const lines = 'total lineItems { price unitPrice }';
    const edited = await gql(
      `mutation ($id: ID!) { updateInvoice(input: { id: $id, notes: "n", discountPercent: "0" }) {
         ... on UpdateInvoiceSuccess { invoice { ${lines} } } }
       duplicateInvoice(input: { id: $id }) { ... on DuplicateInvoiceSuccess { invoice { ${lines} } } }
       markInvoiceSent(input: { id: $id }) { __typename } }`,
      { id: gross.id },
    );
    const same = { total: '123.45', lineItems: [{ price: '0.0000012345' }] };
    const { duplicateInvoice, updateInvoice } = edited.body.data;
    expect([updateInvoice.invoice, duplicateInvoice.invoice]).toMatchObject([same, same]);
    const half = [{ lineId: gross.lineItems[0].id, quantity: 50_000_000 }];
    const credited = async (lines?: object[]) =>
      (await post('creditNotes/create', { invoiceId: gross.id, lines })).body.total;
    expect([await credited(half), await credited()]).toEqual([61.72, 61.73]);
  });
});

test('a currency that contradicts the client’s is rejected, and both are named', async () => {
  const { status, body } = await create({ currency: 'CHF', items: [{ rate: 1 }] });
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        path: 'currency',
        code: 'disagrees',
        message: 'is CHF, but the client is billed in EUR',
      },
    ],
  ]);
  await made({ currency: 'eur', items: [{ rate: 1 }] });
});
