import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { creditInParts } from '../support/credited-in-parts.ts';
import { textOfPdf } from '../support/documents.ts';
import { addCompoundRule, created, errorsOf, storedInvoice } from '../support/invoices.ts';
import { raceReversals } from '../support/reversal-races.ts';

const api = useTestApi();

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
});

const credit = (invoiceId: unknown, more: object = {}) =>
  api.ours.post('creditNotes/create', { invoiceId, ...more });
const pay = (invoiceNumber: string, amount: number) =>
  api.ours.post('payment/create', { invoiceNumber, amount });
const stored = (id: string) => storedInvoice(api, api.ours, id);

/** An invoice that was issued. */
async function issued(items: object[], more: object = {}) {
  const invoice = await created(api.ours, 'invoices/create', {
    ...{ clientName: 'Acme', taxRate: 19, items, ...more },
  });
  await api.ours.gql(`mutation { markInvoiceSent(input: { id: "${invoice.id}" }) { __typename } }`);
  return invoice;
}

const work = [
  { description: 'Design', quantity: 8, rate: 125 },
  { description: 'Hosting', quantity: 3, rate: 9.99, taxable: false },
];

describe('creditNotes/create', () => {
  test('reports an unknown invoice with the name of its field, also with other errors', async () => {
    for (const more of [{}, { excess: 'SOME' }]) {
      const problems = errorsOf(await credit('INV-00001', more));
      expect(problems).toContain('invoiceId: record_not_found');
      expect(problems).not.toContain('id: record_not_found');
    }
  });

  test('credits a part of a line with its tax, and reduces the amount due', async () => {
    const invoice = await issued(work, { dateCreated: '2026-04-01' });
    const [design] = invoice.lineItems;
    const { status, body } = await credit(invoice.id, {
      ...{ reason: 'Two hours fewer', date: '2026-04-10' },
      lines: [{ lineId: design.id, quantity: 2 }],
    });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^crn_/),
        ...{ accountId: api.ours.accountId, number: 1, numberFormatted: 'CN-00001' },
        ...{ invoiceId: invoice.id, invoiceNumberFormatted: invoice.invoiceNumberFormatted },
        ...{ clientId: invoice.clientId, currency: 'EUR', reason: 'Two hours fewer' },
        includeDocumentAdjustments: true,
        ...{ dateCreated: '2026-04-10', subTotal: 250, discountAmount: 0, tax: 47.5, total: 297.5 },
        taxBreakdown: [
          { name: expect.any(String), rate: 19, order: 1, taxableAmount: 250, amount: 47.5 },
        ],
        refundedAmount: 0,
        keptAsCredit: 0,
        lineItems: [
          {
            ...{ id: expect.stringMatching(/^crl_/), invoiceLineId: design.id, unit: null },
            ...{ description: 'Design', quantity: 2, unitPrice: 125, lineTotal: 250, amount: null },
          },
        ],
      },
    ]);
    const [after] = (await api.ours.get(`invoices/search?id=${invoice.id}`)).body;
    expect(after).toMatchObject({
      ...{ status: 'SENT', total: 1219.97, paymentTotal: 0, creditedTotal: 297.5 },
      amountDue: 922.47,
    });
  });

  test.each([
    ['19 % and a discount', { taxRate: 19, discountPercent: 7 }],
    ['two taxes, one on the other', { taxRate: undefined, clientName: 'Québec' }],
  ])('of all parts, with %s, is the invoice to the cent', async (_, more) => {
    if ('clientName' in more) {
      const { id } = await created(api.ours, 'clients/create', { name: 'Québec', currency: 'CAD' });
      const rule = await addCompoundRule(api.ours, 'Québec');
      await api.database.prisma.client.update({
        where: { accountId_id: { accountId: api.ours.accountId, id } },
        data: { defaultTaxRuleId: rule.id },
      });
    }
    const invoice = await issued(
      [
        { description: 'A', quantity: 3, rate: 33.335 },
        { description: 'B', quantity: 7, rate: 0.333333 },
        { description: 'C', quantity: 1, rate: 9.99, taxable: false },
      ],
      more,
    );
    const [a, b] = invoice.lineItems;
    const totals: number[] = [];
    for (const lines of [
      [{ lineId: a.id, quantity: 1 }],
      [
        { lineId: b.id, quantity: 5 },
        { lineId: a.id, quantity: 0.5 },
      ],
      [{ lineId: a.id }],
      undefined,
    ]) {
      const { body } = await credit(invoice.id, { lines });
      totals.push(body.total);
    }
    const cents = (amount: number) => Math.round(amount * 100);
    expect(totals.reduce((sum, total) => sum + cents(total), 0)).toBe(cents(invoice.total));
    expect(await stored(invoice.id)).toMatchObject({ status: 'PAID', amountDue: 0 });
    const again = await credit(invoice.id);
    expect([again.status, again.body.code]).toEqual([409, 'conflicting_state']);
    expect(errorsOf(again)).toEqual(['invoiceId: conflicting_state']);
    const { _sum } = await api.database.prisma.creditNoteTaxLine.aggregate({
      where: { accountId: api.ours.accountId, creditNote: { invoiceId: invoice.id } },
      _sum: { amount: true },
    });
    expect(Number(_sum.amount)).toBe(invoice.tax);
  });

  test('refunds the paid amount on request, and is rejected otherwise', async () => {
    const invoice = await issued(work);
    await pay(invoice.invoiceNumberFormatted, 1000);
    await pay(invoice.invoiceNumberFormatted, 219.97);
    const rejection = await credit(invoice.id);
    expect([rejection.status, rejection.body.code]).toEqual([409, 'conflicting_state']);
    expect(rejection.body.message).toContain('1219.97 EUR of it were paid');
    expect(errorsOf(rejection)).toEqual(['excess: required']);
    const [, hosting] = invoice.lineItems;
    const part = await credit(invoice.id, { lines: [{ lineId: hosting.id }], excess: 'REFUND' });
    expect(part.body).toMatchObject({ total: 29.97, tax: 0, refundedAmount: 29.97 });
    expect(await stored(invoice.id)).toMatchObject({
      status: 'PAID',
      paymentTotal: 1190,
    });
    const payments = (await api.ours.get(`payments/search?query=${invoice.invoiceNumberFormatted}`))
      .body;
    expect(payments).toMatchObject([
      { amount: 1000, refundedTotal: 0 },
      {
        amount: 219.97,
        refundedTotal: 29.97,
        refunds: [{ referenceNumber: part.body.numberFormatted }],
      },
    ]);
    expect((await credit(invoice.id, { excess: 'Refund' })).body.refundedAmount).toBe(1190);
    expect(await stored(invoice.id)).toMatchObject({
      status: 'PAID',
      paymentTotal: 0,
      amountDue: 0,
    });
  });

  test('of a whole unpaid invoice leaves nothing due and nothing paid, in both APIs', async () => {
    const invoice = await issued(work);
    await credit(invoice.id);
    const { total } = invoice;
    const left = { status: 'PAID', paymentTotal: 0, creditedTotal: total, amountDue: 0 };
    const { body } = await api.ours.get('invoices/search', { id: invoice.id });
    expect(body).toMatchObject([{ ...left, datePaid: null, payments: [] }]);
    const query = `{ invoice(id: "${invoice.id}") { status paymentTotal creditedTotal amountDue datePaid } }`;
    expect((await api.ours.gql(query)).body.data.invoice).toEqual({
      ...{ status: 'PAID', paymentTotal: '0', creditedTotal: String(total), amountDue: '0' },
      datePaid: null,
    });
  });

  test('frees the work of the lines of which nothing is left', async () => {
    const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
    const entry = async () =>
      (await created(api.ours, 'timeWorked/create', { ...hours, clientName: 'Acme' })).id;
    const [first, second] = [await entry(), await entry()];
    const invoice = await issued([
      { description: 'One', rate: 100, timeEntryIds: [first] },
      { description: 'Two', quantity: 2, rate: 50, timeEntryIds: [second] },
    ]);
    const [one, two] = invoice.lineItems;
    const isBilled = async (id: string) =>
      (
        await api.database.prisma.timeEntry.findFirstOrThrow({
          where: { accountId: api.ours.accountId, id },
        })
      ).invoiceId !== null;
    await credit(invoice.id, { lines: [{ lineId: one.id }, { lineId: two.id, quantity: 1 }] });
    expect([await isBilled(first), await isBilled(second)]).toEqual([false, true]);
    await credit(invoice.id);
    expect(await isBilled(second)).toBe(false);
  });

  test('is rejected of drafts, of more than is left, and of lines of other invoices', async () => {
    const draft = await created(api.ours, 'invoices/create', { clientName: 'Acme', amount: 5 });
    const ofDraft = await credit(draft.id);
    expect([ofDraft.body.code, ...errorsOf(ofDraft)]).toEqual([
      ...['conflicting_state', 'invoiceId: conflicting_state'],
    ]);
    expect((await credit('inv_unknown')).body.code).toBe('record_not_found');
    const invoice = await issued(work);
    const lineOf = (lineId: string, quantity?: number) =>
      credit(invoice.id, { lines: [{ lineId, quantity }] });
    const [design] = invoice.lineItems;
    expect(errorsOf(await lineOf(design.id, 8.5))).toEqual(['lines.0.quantity: out_of_range']);
    expect(errorsOf(await lineOf(design.id, -1))).toEqual(['lines.0.quantity: out_of_range']);
    expect((await lineOf(draft.lineItems[0].id)).body.code).toBe('record_not_found');
    const twice = { lines: [{ lineId: design.id, quantity: 1 }, { lineId: design.id }] };
    expect(errorsOf(await credit(invoice.id, twice))).toEqual(['lines.1.lineId: not_unique']);
    expect((await api.theirs.post('creditNotes/create', { invoiceId: invoice.id })).status).toBe(
      404,
    );
  });

  test('is in its own list, and in none of invoices', async () => {
    const invoice = await issued(work);
    const { body: note } = await credit(invoice.id);
    const list = (await api.ours.get('creditNotes/list')).body;
    expect(list.at(-1)).toEqual(note);
    for (const path of ['invoices/search', 'payableInvoices/search']) {
      expect(JSON.stringify((await api.ours.get(path)).body)).not.toContain(note.numberFormatted);
    }
  });

  test('prints as a separate document, below the invoice’s link', async () => {
    const invoice = await issued(work);
    const { body: note } = await credit(invoice.id, { reason: 'Never delivered' });
    const { body } = await api.ours.gql(`{ creditNote(id: "${note.id}") { pdfUrl } }`);
    const path = new URL(body.data.creditNote.pdfUrl).pathname;
    const pdf = await api.app.request(path);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const text = (await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).join(' ');
    for (const printed of [
      ...[`CREDIT NOTE\n${note.numberFormatted}`, invoice.invoiceNumberFormatted],
      ...['Never delivered', '€1,219.97', 'Design', 'Hosting'],
    ]) {
      expect(text).toContain(printed);
    }
    expect(text).not.toContain('Amount due');
    const other = await issued(work);
    const otherLink = new URL(other.viewOnlineUrl).pathname;
    const wrong = await api.app.request(`${otherLink}/credit-notes/${note.id}.pdf`);
    expect(wrong.status).toBe(404);
    const page = await api.app.request(new URL(invoice.viewOnlineUrl).pathname);
    const html = await page.text();
    expect(html).toContain(`Credit note ${note.numberFormatted}`);
    expect(html).toContain('credited in full');
  });

  test('rejects a day before the invoice, and one out of all reason', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const invoice = await issued(work, { dateCreated: '2026-03-20', dueDate: '2030-01-01' });
    for (const date of ['1900-01-01', '2026-03-19', `${Number(today.slice(0, 4)) + 2}-01-01`]) {
      expect([date, errorsOf(await credit(invoice.id, { date }))]).toEqual([
        date,
        ['date: out_of_range'],
      ]);
    }
    expect((await credit(invoice.id, { date: '2026-03-20' })).status).toBe(200);
  });
});

test('forty simultaneous callers credit no more than the invoiced amount, and numbers have no gaps', async () => {
  const invoice = await issued([{ description: 'Units', quantity: 10, rate: 10 }]);
  const [line] = invoice.lineItems;
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      credit(invoice.id, { lines: [{ lineId: line.id, quantity: 1 }] }),
    ),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(10);
  const { rows } = await api.database.pool.query(
    `SELECT max(number) = count(*) AS gapless FROM "CreditNote" WHERE "accountId" = $1`,
    [api.ours.accountId],
  );
  expect(rows).toEqual([{ gapless: true }]);
});

test('crediting, paying, reversing, refunding and voiding at the same time leave consistent totals', async () => {
  await raceReversals(api, 40);
});

describe('an invoice with discounts, charges and the like, credited by lines', () => {
  const more = {
    ...{ allowances: [{ amount: 30 }], charges: [{ percent: 10 }], withholding: { percent: 5 } },
    ...{ prepaidAmount: 40, roundTo: 0.05 },
  };
  const items = [
    { description: 'A', quantity: 4, rate: 50, discountAmount: 20 },
    { description: 'B', rate: 120 },
  ];

  test('credits each in proportion to the credited lines, and the rest with the last credit note', async () => {
    const invoice = await issued(items, more);
    // 180 + 120, less 30, and 30 charged: 300 net and 57 of tax, less 15 and 40.
    expect(invoice).toMatchObject({ subTotal: 245, tax: 57, total: 302 });
    const [a, discount] = invoice.lineItems;
    const part = await credit(invoice.id, { lines: [{ lineId: a.id, quantity: 1 }] });
    // A quarter of A: 50 less 5, which is 15 % of all items: 4.50 of the discount, and the same part of charges, 8.55
    // of tax, 2.25 withheld.
    expect(part.body).toMatchObject({ subTotal: 42.75, tax: 8.55, total: 51.3 });
    expect(part.body.lineItems.map((line: { lineTotal: number }) => line.lineTotal)).toEqual([
      50, -5, -4.5, 4.5, -2.25,
    ]);
    const wrong = await credit(invoice.id, { lines: [{ lineId: discount.id }] });
    expect(errorsOf(wrong)).toEqual(['lines.0.lineId: out_of_range']);
    const rest = await credit(invoice.id);
    expect(rest.body).toMatchObject({ subTotal: 202.25, tax: 48.45, total: 250.7 });
    expect(await stored(invoice.id)).toMatchObject({ status: 'PAID', amountDue: 0 });
  });

  test('keeps earlier payments as far as there is an amount due', async () => {
    const invoice = await issued(items, { prepaidAmount: 300 });
    // 357 with tax, of which 57 are due. The rest of B is 71.40, which were paid.
    expect(invoice).toMatchObject({ total: 57 });
    const lines = [
      { lineId: invoice.lineItems[0].id },
      { lineId: invoice.lineItems[2].id, quantity: 0.5 },
    ];
    const part = await credit(invoice.id, { lines });
    expect(part.body.total).toBe(57);
    expect(part.body.lineItems.at(-1).lineTotal).toBe(-228.6);
    expect((await credit(invoice.id)).body.message).toContain('Nothing');
  });

  test('in any parts adds up to the invoice, in every currency and to the cent', async () => {
    expect(await creditInParts(api, await api.addWorkspace(), 25)).toBeGreaterThan(10);
  });
});

describe('an unknown field is rejected if it would change an amount', () => {
  const has = 'the known fields are lineId, quantity and amount';

  test('in a line, and outside the lines, of a credit note', async () => {
    const invoice = await issued(work);
    const [design] = invoice.lineItems;
    const misnamed = await credit(invoice.id, { lines: [{ lineId: design.id, sum: 250 }] });
    expect([misnamed.status, ...errorsOf(misnamed)]).toEqual([400, 'lines.0.sum: unknown_field']);
    expect(misnamed.body.errors[0].message).toContain(has);
    const beside = { amount: 5, lineItems: [{ id: design.id }], excess: 'Never' };
    expect(errorsOf(await credit(invoice.id, beside))).toEqual([
      'excess: invalid_choice',
      'amount: unknown_field',
      'lineItems: unknown_field',
    ]);
    expect(await stored(invoice.id)).toMatchObject({ amountDue: 1219.97 });
    const { accountId } = api.ours;
    expect((await credit(invoice.id, { accountId })).status).toBe(200);
  });

  test('of payments that are reversed, refunded or created from credit, and of discounts and charges', async () => {
    const invoice = await issued(work);
    const [{ id }] = (await pay(invoice.invoiceNumberFormatted, 100)).body.payments;
    const issues = async (path: string, body: object) =>
      errorsOf(await api.ours.post(path, { id, ...body }));
    expect(await issues('payment/refund', { total: 5 })).toEqual(['total: unknown_field']);
    expect(await issues('payment/reverse', { reason: 'BOUNCED', amount: 5 })).toEqual([
      'amount: unknown_field',
    ]);
    const applied = await api.ours.post('invoices/applyCredit', { id: invoice.id, sum: 5 });
    expect(errorsOf(applied)).toEqual(['sum: unknown_field']);
    const made = (more: object) =>
      api.ours.post('invoices/create', { clientName: 'Acme', items: work, ...more });
    expect(errorsOf(await made({ allowances: [{ percent: 5, rate: 7 }] }))).toEqual([
      'allowances.0.rate: unknown_field',
    ]);
    const items = [{ rate: 10, charges: [{ amount: 1, tax: 19 }] }];
    expect(errorsOf(await made({ items }))).toEqual(['items.0.charges.0.tax: unknown_field']);
    const ofWork = { clientName: 'Acme', untill: '2026-01-01' };
    expect(errorsOf(await api.ours.post('invoices/createFromWork', ofWork))).toEqual([
      'untill: unknown_field',
    ]);
    expect((await stored(invoice.id)).paymentTotal).toBe(100);
    // Fields of the specification are sent back whole. Unknown ones are ignored there.
    expect((await made({ lineTotal: 1, items: invoice.lineItems.map(withRate) })).status).toBe(200);
  });

  const withRate = (line: { unitPrice: number }) => ({ ...line, rate: line.unitPrice, more: 1 });
});

test('a credit note of an unpaid invoice sets no payment date, also when it is sent again', async () => {
  const invoice = await issued(work);
  const { clientId } = invoice;
  const contact = { email: 'again@acme.example', clientId, invoiceContact: true };
  await created(api.ours, 'contacts/create', contact);
  await credit(invoice.id);
  const sent = await api.ours.gql(
    `mutation { sendInvoice(input: { id: "${invoice.id}" }) { __typename } }`,
  );
  expect(sent.body.data.sendInvoice.__typename).toBe('SendInvoiceSuccess');
  const where = { accountId_id: { accountId: api.ours.accountId, id: invoice.id } };
  const row = await api.database.prisma.invoice.findUniqueOrThrow({ where });
  expect([row.status, row.datePaid]).toEqual(['PAID', null]);
});
