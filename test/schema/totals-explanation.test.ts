import { describe, expect, test } from 'vitest';
import { createInvoice } from '../../src/domain/invoices/create.ts';
import type { Context } from '../../src/platform/context/context.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { addCompoundRule, created } from '../support/invoices.ts';
import { inputFor } from '../support/parity.ts';

const api = useTestApi();

const selection = `{
  currency digits subTotal discountAmount tax total
  steps { kind name formula calculation unrounded rounded line order }
}`;

const requested = `query ($input: ExplainTotalsInput!) { explainTotals(input: $input) ${selection} }`;

const items = [
  { description: 'Design', quantity: '2.25', rate: '64.22' },
  { description: 'Stamps', quantity: '1', rate: '-5', taxable: false },
];

async function explained(input: object) {
  const { data } = await askFor(api.ours.context, requested, {
    input: inputFor('ExplainTotalsInput', input),
  });
  return data.explainTotals;
}

async function errorsOf(input: object, workspace = api.ours): Promise<string[]> {
  const { body } = await workspace.gql(requested, {
    input: inputFor('ExplainTotalsInput', input),
  });
  const [{ extensions }] = body.errors;
  const { code, errors } = extensions;
  return errors.map(
    (error: { path: string; code: string }) => `${code} ${error.path} ${error.code}`,
  );
}

async function invoiceOf(context: Context, input: object) {
  const { id } = await createInvoice(context, input);
  return id;
}

describe('explainTotals', () => {
  test('contains every step as text and numbers, unrounded and rounded', async () => {
    await addCompoundRule(api.ours, 'Québec 2012');
    const { steps, ...totals } = await explained({
      items,
      currency: 'CAD',
      discountPercent: 10,
      taxRuleName: 'Québec 2012',
    });
    expect(totals).toEqual({
      currency: 'CAD',
      digits: 2,
      subTotal: '139.5',
      discountAmount: '13.95',
      tax: '19.47',
      total: '145.02',
    });
    const lines = steps.map((step: Record<string, unknown>) =>
      ['kind', 'name', 'formula', 'calculation', 'unrounded', 'rounded', 'line', 'order']
        .map((field) => step[field] ?? '')
        .join(' | '),
    );
    expect(lines).toEqual([
      'LINE_TOTAL | Line 1: Design | quantity × price | 2.25 × 64.22 | 144.495 | 144.50 | 1 | ',
      'LINE_TOTAL | Line 2: Stamps | quantity × price | 1 × (−5) | -5 | -5.00 | 2 | ',
      'SUB_TOTAL | Subtotal | sum of the line totals | 144.50 + (−5.00) | 139.5 | 139.50 |  | ',
      'DISCOUNT | Discount | discount percentage × all items | 10 % × 139.50 | 13.95 | 13.95 |  | ',
      'TAXABLE_LINES | Taxable lines | sum of the line totals that are taxable | 144.50 | 144.5 | 144.50 |  | ',
      'TAXABLE_DISCOUNT | Discount on the taxable lines | discount percentage × taxable items | 10 % × 144.50 | 14.45 | 14.45 |  | ',
      'TAXABLE_BASE | Taxable amount | taxable lines − discount on them | 144.50 − 14.45 | 130.05 | 130.05 |  | ',
      'TAXED_AMOUNT | GST applies to | taxable amount | 130.05 | 130.05 | 130.05 |  | 1',
      'TAX_AMOUNT | GST | rate × amount the tax applies to | 5 % × 130.05 | 6.5025 | 6.50 |  | 1',
      'TAXED_AMOUNT | QST applies to | taxable amount + GST | 130.05 + 6.50 | 136.55 | 136.55 |  | 2',
      'TAX_AMOUNT | QST | rate × amount the tax applies to | 9.5 % × 136.55 | 12.97225 | 12.97 |  | 2',
      'TAX | Total tax | sum of the taxes | 6.50 + 12.97 | 19.47 | 19.47 |  | ',
      'TOTAL | Total | subtotal − discount + tax | 139.50 − 13.95 + 19.47 | 145.02 | 145.02 |  | ',
      'AMOUNT_DUE | Amount due | total | 145.02 | 145.02 | 145.02 |  | ',
    ]);
  });

  test.each([
    ['a percentage', { taxRate: 9.5 }, ['Tax']],
    ['components', { components: [{ name: 'A', rate: 9.5 }] }, ['A']],
    ['nothing, whatever the defaults are', {}, []],
  ])('takes its tax from %s', async (_, tax, names) => {
    const { steps, total } = await explained({ items: [{ rate: 100 }], ...tax });
    const taxes = steps.filter(({ kind }: { kind: string }) => kind === 'TAX_AMOUNT');
    expect(taxes.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(total).toBe(names.length > 0 ? '109.5' : '100');
  });

  test('is in the workspace’s currency unless another is named', async () => {
    const { currency } = api.ours.context.workspace;
    expect(await explained({ items: [{ rate: 1 }] })).toMatchObject({ currency });
    const yen = await explained({ items: [{ rate: '333.5' }], currency: 'jpy' });
    expect(yen).toMatchObject({ currency: 'JPY', digits: 0, total: '334' });
  });

  test('takes tax and currency of a client, as an invoice of it would', async () => {
    const client = { name: 'Taxed by default', currency: 'EUR', defaultTaxRate: 21 };
    await created(api.ours, 'clients/create', client);
    const input = {
      clientName: 'Taxed by default',
      taxInclusive: true,
      items: [{ rate: 100 }],
      withholding: { percent: 15, reason: 'IRPF' },
      roundTo: '0.05',
    };
    const { steps, ...totals } = await explained(input);
    const invoice = await created(api.ours, 'invoices/create', input);
    expect(totals).toMatchObject({ currency: 'EUR', total: String(invoice.total) });
    const words = steps.map((step: Record<string, string>) =>
      ['name', 'formula', 'calculation', 'rounded'].map((field) => step[field]).join(' | '),
    );
    expect(words).toEqual([
      'Line 1 | quantity × price | 1 × 100 | 100.00',
      'Taxable lines | sum of the line totals that are taxable | 100.00 | 100.00',
      'Amount without tax | amount with tax ÷ (1 + rate) | 100.00 ÷ 1.21 | 82.64',
      'Tax applies to | amount without tax | 82.64 | 82.64',
      'Tax | amount with tax − amount without tax | 100.00 − 82.64 | 17.36',
      'Subtotal | sum of the lines without tax | 82.64 | 82.64',
      'Total tax | sum of the taxes | 17.36 | 17.36',
      'Total with tax | subtotal + tax | 82.64 + 17.36 | 100.00',
      'Withheld: IRPF | percentage × the invoice before tax | −15 % × 82.64 | -12.40',
      'Rounding | nearest multiple of 0.05 − amount before rounding | 87.60 − 87.60 | 0.00',
      'Total | total with tax − withheld + rounding | 100.00 − 12.40 | 87.60',
      'Amount due | total | 87.60 | 87.60',
    ]);
  });

  test('has different names for all steps, also for categories with the same rate', async () => {
    const { steps } = await explained({
      discountPercent: 5,
      taxRate: 19,
      items: [
        { rate: 100 },
        { rate: 10, taxRate: 19, taxCategory: 'REDUCED' },
        ...['ZERO', 'EXEMPT', 'REVERSE_CHARGE', 'OUTSIDE_SCOPE'].map((taxCategory) => ({
          ...{ rate: 10, taxCategory },
        })),
      ],
    });
    const names = steps.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string, index: number) => names.indexOf(name) < index)).toEqual([]);
    expect(names).toContain('Tax 19 %');
    expect(names).toContain('Taxable amount, Tax 0 % (reverse charge)');
  });

  test('reports all errors in one response, each at its field', async () => {
    const components = [{ name: 'A', rate: 5, compoundOnOrder: 7 }];
    const input = { items: [{ rate: 1e12 }], discountPercent: 101, taxRate: 5, components };
    expect((await errorsOf(input)).sort()).toEqual([
      'invalid_input components disagrees',
      'invalid_input components.0.compoundOnOrder not_compound',
      'invalid_input discountPercent out_of_range',
      'invalid_input lineItems.0.unitPrice out_of_range',
    ]);
  });

  test('rejects amounts larger than an invoice can have', async () => {
    const rate = '999999999';
    expect(await errorsOf({ items: [{ quantity: rate, rate }] })).toEqual([
      'invalid_input lineItems.0 out_of_range',
    ]);
  });

  test('finds tax rules of the same workspace only', async () => {
    const { id } = await addCompoundRule(api.ours, 'Ours alone');
    const input = { items: [{ rate: 100 }] };
    expect(await explained({ ...input, taxRuleId: id })).toMatchObject({ total: '114.98' });
    expect(await errorsOf({ ...input, taxRuleId: id }, api.theirs)).toEqual([
      'record_not_found taxRuleId record_not_found',
    ]);
    expect(await errorsOf({ ...input, taxRuleName: 'Ours alone' }, api.theirs)).toEqual([
      'name_not_found taxRuleName name_not_found',
    ]);
  });
});

describe('Invoice.totalsExplanation', () => {
  test('ends in the invoice’s own amounts, also after changes of its tax rule', async () => {
    await created(api.ours, 'clients/create', { name: 'Explained' });
    const rule = await addCompoundRule(api.ours, 'Changed later');
    const { prisma } = api.database;
    const { accountId, context } = api.ours;
    await prisma.client.updateMany({
      where: { accountId, name: 'Explained' },
      data: { defaultTaxRuleId: rule.id },
    });
    const id = await invoiceOf(context, { clientName: 'Explained', discountPercent: 10, items });
    await prisma.taxComponent.updateMany({ where: { accountId }, data: { rate: 1 } });

    const { data, statements } = await askFor(
      context,
      `query ($id: ID!) { node(id: $id) { ... on Invoice {
        lineItems { id } subTotal discountAmount tax total
        totalsExplanation ${selection} taxBreakdown { amount } lines: lineItems { lineTotal }
      } } }`,
      { id },
    );
    const { lineItems, lines, taxBreakdown, totalsExplanation, ...own } = data.node;
    expect(totalsExplanation).toMatchObject(own);
    const rounded = (expected: string) =>
      totalsExplanation.steps
        .filter(({ kind }: { kind: string }) => kind === expected)
        .map((step: { rounded: string }) => String(Number(step.rounded)));
    expect(rounded('LINE_TOTAL')).toEqual(
      lines.map(({ lineTotal }: { lineTotal: string }) => lineTotal),
    );
    expect(rounded('TAX_AMOUNT')).toEqual(
      taxBreakdown.map(({ amount }: { amount: string }) => amount),
    );
    expect(lineItems).toHaveLength(2);
    expect(statements).toHaveLength(1);
  });

  test('ends at the amount due after payments and credit notes, in its text as well', async () => {
    const made = await created(api.ours, 'invoices/create', {
      clientName: 'Explained',
      taxRate: 19,
      items: [{ quantity: 4, rate: 100 }],
    });
    const lastOf = async () => {
      const { data } = await askFor(
        api.ours.context,
        `query ($id: ID!) { invoice(id: $id) { amountDue totalsExplanation {
          amountDue steps { kind name formula calculation rounded } } } }`,
        { id: made.id },
      );
      const { amountDue, totalsExplanation } = data.invoice;
      expect(totalsExplanation.amountDue).toBe(amountDue);
      return totalsExplanation.steps
        .slice(totalsExplanation.steps.findIndex(({ kind }: { kind: string }) => kind === 'TOTAL'))
        .slice(1)
        .map((step: Record<string, string>) =>
          ['name', 'formula', 'calculation', 'rounded'].map((field) => step[field]).join(' | '),
        );
    };
    const pay = { invoiceNumber: made.invoiceNumberFormatted, amount: 76 };
    await created(api.ours, 'payment/create', pay);
    expect(await lastOf()).toEqual([
      'Paid | sum of the payments | 76.00 | 76.00',
      'Amount due | total − paid | 476.00 − 76.00 | 400.00',
    ]);
    const lines = [{ lineId: made.lineItems[0].id, quantity: 1 }];
    await created(api.ours, 'creditNotes/create', { invoiceId: made.id, lines });
    expect(await lastOf()).toEqual([
      'Paid | sum of the payments | 76.00 | 76.00',
      'Credited | sum of the credit notes | 119.00 | 119.00',
      'Amount due | total − paid − credited | 476.00 − 76.00 − 119.00 | 281.00',
    ]);
    await created(api.ours, 'creditNotes/create', { invoiceId: made.id, excess: 'REFUND' });
    expect(await lastOf()).toEqual([
      'Credited | sum of the credit notes | 476.00 | 476.00',
      'Amount due | total − credited | 476.00 − 476.00 | 0.00',
    ]);
  });

  test('is available in the result of the mutation that creates the invoice', async () => {
    const { body } = await api.ours.gql(
      `mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) {
        ... on CreateInvoiceSuccess { invoice { total totalsExplanation { total steps { kind } } } } } }`,
      {
        input: {
          clientName: 'Explained',
          taxPercentage: '19',
          lineItems: [{ unitPrice: '1000' }],
        },
      },
    );
    expect(body.data.createInvoice.invoice).toMatchObject({
      total: '1190',
      totalsExplanation: { total: '1190' },
    });
  });
});
