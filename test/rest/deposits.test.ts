import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { textOfPdf } from '../support/documents.ts';
import { addCompoundRule, created, errorsOf } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';
import { contradictingInvoices } from '../support/reversal-races.ts';

const api = useTestApi();

const post = (path: string, body: object) => api.ours.post(path, body);
const act = (name: string, input: object) => mutate(api.ours, name, { input });
const invoiceBy = async (id: string) => (await api.ours.get(`invoices/search?id=${id}`)).body[0];

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Acme', currency: 'EUR' });
});

const bill = (items: object[], more: object = {}) =>
  post('invoices/create', { clientName: 'Acme', taxRate: 19, items, ...more });

/** A deposit of 100 before tax, paid. */
async function paidDeposit(more: object = {}, rate = 100) {
  const invoiceType = 'Deposit';
  const { body } = await bill([{ description: 'On account', rate }], { invoiceType, ...more });
  await post('payment/create', { invoiceNumber: body.invoiceNumberFormatted, amount: body.total });
  return body;
}

const work = [{ description: 'Design', quantity: 8, rate: 125 }];
const final = (depositIds: string[], more: object = {}) => bill(work, { depositIds, ...more });

/** The equations of the specification for every invoice. */
function equationsHold(invoice: Record<string, number> & { lineItems: Record<string, number>[] }) {
  const { amountDue, discountAmount, paymentTotal, subTotal, tax, total } = invoice;
  const lines = invoice.lineItems.reduce((sum, { lineTotal }) => sum + (lineTotal ?? 0), 0);
  expect(lines).toBeCloseTo(subTotal ?? 0, 6);
  expect((subTotal ?? 0) - (discountAmount ?? 0) + (tax ?? 0)).toBeCloseTo(total ?? 0, 6);
  expect((total ?? 0) - (paymentTotal ?? 0)).toBeCloseTo(amountDue ?? 0, 6);
  for (const { lineTotal, quantity, unitPrice } of invoice.lineItems) {
    // Rounded to the cent.
    expect((quantity ?? 0) * (unitPrice ?? 0)).toBeCloseTo(lineTotal ?? 0, 2);
  }
}

describe('a deposit', () => {
  test('is an invoice of a separate kind, with a separate number series if the workspace has a pattern for it', async () => {
    const first = await paidDeposit();
    expect(first).toMatchObject({ invoiceType: 'DEPOSIT', total: 119 });
    expect(first.lineItems).toMatchObject([{ type: 'DEPOSIT', lineTotal: 100 }]);
    await act('updateWorkspace', { depositNumberPattern: 'DEP-###' });
    const [second, third] = [await paidDeposit(), await paidDeposit()];
    expect([second, third].map(({ invoiceNumberFormatted }) => invoiceNumberFormatted)).toEqual([
      'DEP-001',
      'DEP-002',
    ]);
    const { body } = await bill(work);
    expect([body.invoiceType, body.invoiceNumberFormatted]).toEqual(['STANDARD', 'INV-00002']);
  });

  test('that is paid is deducted from the invoice of the work with its tax, which is reported once', async () => {
    const before = await taxed();
    const deposit = await paidDeposit();
    const { status, body } = await final([deposit.id]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ subTotal: 900, tax: 171, total: 1071, amountDue: 1071 });
    expect(body.lineItems.at(-1)).toMatchObject({
      ...{ type: 'DEPOSIT_APPLIED', quantity: 1, unitPrice: -100, lineTotal: -100 },
      description: deposit.invoiceNumberFormatted,
    });
    equationsHold(await invoiceBy(body.id));
    await act('markInvoiceSent', { id: body.id });
    expect(await taxed()).toBeCloseTo(before + 190, 6);
    const pdf = await api.app.request(new URL(`${body.viewOnlineUrl}/invoice.pdf`).pathname);
    const text = (await textOfPdf(new Uint8Array(await pdf.arrayBuffer()))).join(' ');
    expect(text).toContain('−€100.00');
    expect(text).toContain(`Deposit: ${deposit.invoiceNumberFormatted}`);
    expect(await contradictingInvoices(api, api.ours)).toEqual([]);
  });

  test('is deducted tax by tax, for all prices, discounts and rules of the invoice', async () => {
    await addCompoundRule(api.ours, 'Québec');
    const items = [
      { description: 'A', rate: 100, taxRate: 7 },
      { description: 'B', rate: 50, taxRuleName: 'Québec' },
      { description: 'C', rate: 30, taxable: false },
      { description: 'D', rate: 20, taxCategory: 'Reverse charge', taxReason: 'Art. 196' },
    ];
    const { body: mixed } = await bill(items, { invoiceType: 'DEPOSIT' });
    await post('payment/create', {
      ...{ invoiceNumber: mixed.invoiceNumberFormatted, amount: mixed.total },
    });
    for (const more of [{}, { discountPercent: 10 }, { taxInclusive: true }, { taxRate: 7 }]) {
      const { status, body } = await final([mixed.id], more);
      expect([status, body.code]).toEqual([200, undefined]);
      const own = await invoiceBy(body.id);
      const { body: whole } = await final([], more);
      equationsHold(own);
      // A cent for each rate that both invoices round.
      expect(Math.abs(whole.total - body.total - mixed.total)).toBeLessThan(0.021);
      expect(own.discountAmount).toBe(whole.discountAmount);
      await act('voidInvoice', { id: body.id });
    }
  });

  test('reduces the reported base of a tax of 0 % as well, of the invoice or of a line', async () => {
    const reverse = { taxRate: null, taxCategory: 'REVERSE_CHARGE' };
    const basesOf = async (more: object) => {
      const { id } = await paidDeposit(reverse);
      const { body } = await final([id], more);
      expect(body.lineItems.at(-1)).toMatchObject({ taxCategory: 'REVERSE_CHARGE', taxRate: 0 });
      return body.taxBreakdown.map((one: Record<string, unknown>) => [
        one.category,
        one.taxableAmount,
      ]);
    };
    expect(await basesOf(reverse)).toEqual([['REVERSE_CHARGE', 900]]);
    expect(await basesOf({})).toEqual([
      ['STANDARD', 1000],
      ['REVERSE_CHARGE', -100],
    ]);
  });

  test('is deducted if it was paid, of the same client and currency, and from one invoice', async () => {
    const open = (await bill(work, { invoiceType: 'DEPOSIT' })).body;
    expect((await final([open.id])).body.code).toBe('conflicting_state');
    const plain = (await bill(work)).body;
    const paid = await paidDeposit();
    await created(api.ours, 'clients/create', { name: 'Other', currency: 'EUR' });
    expect(errorsOf(await final([plain.id]))).toEqual(['depositIds.0: disagrees']);
    expect(errorsOf(await final([paid.id, paid.id]))).toEqual(['depositIds.1: disagrees']);
    expect(errorsOf(await final([paid.id], { clientName: 'Other' }))).toEqual([
      'depositIds.0: disagrees',
    ]);
    expect(errorsOf(await final([paid.id], { invoiceType: 'DEPOSIT' }))).toEqual([
      'depositIds: disagrees',
    ]);
    expect((await final(['inv_unknown'])).body.code).toBe('record_not_found');
    expect((await final([(await paidDeposit({}, 5_000)).id])).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 20 }, () => final([paid.id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('is available again after the invoice is voided, deleted or completely credited', async () => {
    const { id } = await paidDeposit();
    const first = (await final([id])).body;
    const taken = await act('voidInvoice', { id });
    expect(taken.code).toBe('conflicting_state');
    expect((await post('creditNotes/create', { invoiceId: id, excess: 'REFUND' })).body).toEqual(
      expect.objectContaining({
        code: 'conflicting_state',
        message: expect.stringContaining('is taken off an invoice'),
      }),
    );
    await act('voidInvoice', { id: first.id });
    const second = (await final([id])).body;
    await act('deleteInvoice', { id: second.id });
    const third = (await final([id])).body;
    await act('markInvoiceSent', { id: third.id });
    await created(api.ours, 'creditNotes/create', { invoiceId: third.id });
    expect((await final([id])).status).toBe(200);
    // Now it is taken off, and credited it would be given back twice.
    expect((await post('creditNotes/create', { invoiceId: id, excess: 'CREDIT' })).status).toBe(
      409,
    );
  });

  test('is taken off a draft later, or no longer, by changing it', async () => {
    const [one, two] = [await paidDeposit(), await paidDeposit()];
    const draft = (await final([one.id])).body;
    const edit = (depositIds: string[] | null, more: object = {}) =>
      act('updateInvoice', { id: draft.id, depositIds, ...more });
    const takenOff = async () => {
      const changed = await invoiceBy(draft.id);
      equationsHold(changed);
      const ids = changed.lineItems.map((line: Record<string, unknown>) => line.depositInvoiceId);
      return [changed.total, ...ids.filter((id: unknown) => id !== null)];
    };
    expect(await takenOff()).toEqual([1_071, one.id]);
    await edit([one.id, two.id]);
    expect(await takenOff()).toEqual([952, one.id, two.id]);
    // The same once more changes nothing, and what names no deposits leaves them.
    const versionNow = async () =>
      (await api.ours.gql(`{ invoice(id: "${draft.id}") { version } }`)).body.data.invoice.version;
    const version = await versionNow();
    await edit([two.id, one.id]);
    expect(await versionNow()).toBe(version);
    await act('updateInvoice', { id: draft.id, notes: 'Thanks' });
    expect(await takenOff()).toEqual([952, one.id, two.id]);
    // One whose payment bounced since stays taken off; the client owes it again.
    const [paid] = (await api.ours.get(`payments/search?query=${one.invoiceNumberFormatted}`)).body;
    await created(api.ours, 'payment/reverse', { id: paid.id, reason: 'BOUNCED' });
    await edit([one.id]);
    expect(await takenOff()).toEqual([1_071, one.id]);
    expect((await final([two.id])).status).toBe(200);
    expect((await edit([one.id, two.id])).code).toBe('conflicting_state');
    expect((await edit([one.id, draft.id])).code).toBe('invalid_input');
    await edit(null, { lineItems: [{ description: 'Design', quantity: 1, unitPrice: 100 }] });
    expect(await takenOff()).toEqual([119]);
    expect((await edit([one.id])).code).toBe('conflicting_state');
    const deposit = (await bill(work, { invoiceType: 'DEPOSIT' })).body;
    expect((await act('updateInvoice', { id: deposit.id, depositIds: [one.id] })).code).toBe(
      'invalid_input',
    );
  });

  test('is deducted with its own tax, also after the draft gets other tax and prices', async () => {
    const { id } = await paidDeposit();
    const draft = (await final([id])).body;
    const edit = async (more: object) => {
      expect((await act('updateInvoice', { id: draft.id, ...more })).__typename).toMatch(/Success/);
      const { subTotal, tax, total } = await invoiceBy(draft.id);
      return [subTotal, tax, total];
    };
    // 1,000 of work at 7 %, less 100 that were taxed at 19 %.
    expect(await edit({ taxPercentage: '7' })).toEqual([900, 51, 951]);
    expect(await edit({ taxPercentage: '19' })).toEqual([900, 171, 1_071]);
    // 1,000 with tax are 840.34 without.
    expect(await edit({ taxInclusive: true })).toEqual([740.34, 140.66, 881]);
    expect(await edit({ taxPercentage: '7' })).toEqual([834.58, 46.42, 881]);
    expect(await edit({ taxInclusive: false, taxPercentage: '19' })).toEqual([900, 171, 1_071]);
    const version = async () =>
      (await api.ours.gql(`{ invoice(id: "${draft.id}") { version } }`)).body.data.invoice.version;
    const before = await version();
    await edit({ taxInclusive: false, depositIds: [id] });
    expect(await version()).toBe(before);
  });

  test('that pays a whole invoice is available again after that is voided, although nothing is due', async () => {
    const { id } = await paidDeposit({}, 1_000);
    const whole = (await final([id])).body;
    expect((await act('markInvoiceSent', { id: whole.id })).__typename).toMatch(/Success/);
    expect(await invoiceBy(whole.id)).toMatchObject({ status: 'PAID', total: 0, tax: 0 });
    expect((await final([id])).status).toBe(409);
    expect((await act('voidInvoice', { id: whole.id })).__typename).toMatch(/Success/);
    expect(await invoiceBy(whole.id)).toMatchObject({ status: 'VOIDED', datePaid: null });
    expect((await final([id])).status).toBe(200);
    // A paid invoice cannot be voided, nor can a completely credited one.
    expect((await act('voidInvoice', { id: (await paidDeposit()).id })).code).toBe(
      'conflicting_state',
    );
    expect(await contradictingInvoices(api, api.ours)).toEqual([]);
  });

  test('stays taken off a draft that is changed, and comes along with no duplicate', async () => {
    const { id } = await paidDeposit();
    const draft = (await final([id])).body;
    await act('updateInvoice', {
      id: draft.id,
      allowances: [{ amount: 50, reason: 'Loyalty' }],
      lineItems: [{ description: 'Design', quantity: 10, unitPrice: 125 }],
    });
    const changed = await invoiceBy(draft.id);
    expect(changed).toMatchObject({ subTotal: 1_100, tax: 209, total: 1_309 });
    equationsHold(changed);
    expect((await final([id])).status).toBe(409);
    await act('duplicateInvoice', { id: draft.id });
    const [copy] = (await api.ours.get('invoices/search?query=Acme')).body.slice(-1);
    expect(copy).toMatchObject({ subTotal: 1_200, total: 1_428 });
    const { body } = await api.ours.gql(
      `{ invoice(id: "${draft.id}") { lineItems { type depositInvoiceId depositInvoice { total } } } }`,
    );
    expect(body.data.invoice.lineItems).toContainEqual({
      ...{ type: 'DEPOSIT_APPLIED', depositInvoiceId: id, depositInvoice: { total: '119' } },
    });
  });
});

/** The taxes of all invoices in the reports. */
async function taxed(): Promise<number> {
  const { body } = await api.ours.gql('{ figures { taxByPeriod(by: YEAR) { currency tax } } }');
  return body.data.figures.taxByPeriod.reduce(
    (sum: number, { tax }: { tax: string }) => sum + Number(tax),
    0,
  );
}
