import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { addCompoundRule, created } from '../support/invoices.ts';

const api = useTestApi();

const selection = `{
  id version taxPercentage taxCategory taxInclusive roundTo roundingAmount withholdingAmount prepaidAmount
  buyerReference orderNumber subTotal discountAmount tax total amountDue
  lineItems { role description quantity unitPrice price baseQuantity percent servicePeriodStart servicePeriodEnd taxable taxCategory taxRate taxReason lineTotal }
  taxBreakdown { name rate order taxGroup category reason taxableAmount amount }
}`;

const whole = {
  clientName: 'Drafts',
  taxInclusive: true,
  taxRate: 19,
  discountPercent: 5,
  items: [
    {
      description: 'Chair',
      quantity: 3,
      rate: 10,
      discountPercent: 10,
      servicePeriodStart: '2026-03-02',
    },
    { description: 'Book', rate: 21.4, taxRate: 7, taxCategory: 'REDUCED' },
    { description: 'Lesson', rate: 7, taxCategory: 'EXEMPT', taxReason: 'A school' },
  ],
  allowances: [{ amount: 2, reason: 'Loyal' }],
  charges: [{ percent: 3, reason: 'Freight' }],
  withholding: { percent: 2 },
  prepaidAmount: 1.02,
  roundTo: 0.05,
  buyerReference: 'B 1',
  orderNumber: 'O 2',
};

const read = async (id: string) =>
  (
    await askFor(
      api.ours.context,
      `query ($id: ID!) { node(id: $id) { ... on Invoice ${selection} } }`,
      {
        id,
      },
    )
  ).data.node;

async function edited(name: 'updateInvoice' | 'duplicateInvoice', input: object) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const { body } = await api.ours.gql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename
      ... on ${type}Success { invoice ${selection} } ... on ExpectedError { message } } }`,
    { input },
  );
  expect(body.errors, JSON.stringify(body)).toBeUndefined();
  expect(body.data[name].__typename, JSON.stringify(body)).toBe(`${type}Success`);
  return body.data[name].invoice;
}

const draft = async () => read((await created(api.ours, 'invoices/create', whole)).id);

const without = ({ id: _i, version: _v, ...rest }: Record<string, unknown>) => rest;

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Drafts', currency: 'EUR' });
  await created(api.ours, 'clients/create', { name: 'Taxed', defaultTaxRate: 19 });
});

describe('a draft with lines, taxes and settlements of every kind', () => {
  test('is the same in its duplicate', async () => {
    const invoice = await draft();
    expect(invoice.lineItems).toHaveLength(9);
    const copy = await edited('duplicateInvoice', { id: invoice.id });
    expect(copy.id).not.toBe(invoice.id);
    expect(without(copy)).toEqual(without(invoice));
  });

  test('keeps the fields that an edit does not contain, and is not written without a change', async () => {
    const invoice = await draft();
    const same = await edited('updateInvoice', {
      id: invoice.id,
      roundTo: '0.05',
      orderNumber: 'O 2',
    });
    expect(same).toEqual(invoice);
    const recorded = await edited('updateInvoice', { id: invoice.id, notes: 'Hello' });
    expect(recorded.version).toBe(invoice.version + 1);
    expect(without(recorded)).toEqual(without(invoice));
  });

  test('is unchanged if all of its returned lines are sent back', async () => {
    const invoice = await draft();
    const lineItems = invoice.lineItems.map(
      ({ lineTotal: _l, ...rest }: object & { lineTotal: string }) => rest,
    );
    const { roundTo, roundingAmount, prepaidAmount } = invoice;
    const sent = { id: invoice.id, lineItems, roundTo, roundingAmount, prepaidAmount };
    expect(await edited('updateInvoice', sent)).toEqual(invoice);
  });

  test('is unchanged if the returned record is sent back, with several rates and with tax rules, which are shown by their rates', async () => {
    await addCompoundRule(api.ours, 'Sent back');
    const rule = { taxRuleName: 'Sent back' };
    const items = [{ rate: 100.33 }, { rate: 55.55, ...rule }, { rate: 3, taxable: false }];
    for (const tax of [{ taxRate: 7 }, rule, { taxRate: 14.975 }]) {
      const body = { clientName: 'Taxed', items, ...tax, allowances: [{ percent: 10 }] };
      const invoice = await read((await created(api.ours, 'invoices/create', body)).id);
      const lineItems = invoice.lineItems.map(
        ({ lineTotal: _l, ...rest }: object & { lineTotal: string }) => rest,
      );
      const { id, taxCategory, taxPercentage } = invoice;
      const sent = { id, lineItems, taxCategory, taxPercentage };
      expect(await edited('updateInvoice', sent)).toEqual(invoice);
    }
  });

  test('accepts replacements of fields outside the items, and recomputes the rest', async () => {
    const invoice = await draft();
    const edits = { allowances: null, prepaidAmount: '0', roundTo: null, withholding: null };
    const less = await edited('updateInvoice', { id: invoice.id, ...edits });
    const roles = less.lineItems.map(({ role }: { role: string }) => role);
    expect(roles).toEqual(['ITEM', 'ITEM_ALLOWANCE', 'ITEM', 'ITEM', 'CHARGE']);
    // (27.00 + 21.40 + 7.00) × 1.03 − 5 % of the items: 55.40 + 1.66 − 2.77.
    expect(less).toMatchObject({ total: '54.29', prepaidAmount: '0', withholdingAmount: '0' });
  });

  test('has the tax of lines that name none changed alone', async () => {
    const invoice = await draft();
    const taxed = await edited('updateInvoice', { id: invoice.id, taxPercentage: '20' });
    const rates = taxed.lineItems.map(({ taxRate }: { taxRate: string | null }) => taxRate);
    expect(rates).toEqual(['20', '20', '7', '0', '20', '20', null, null, null]);
  });

  test('has items replaced, and keeps the rest', async () => {
    const invoice = await draft();
    const lineItems = [{ unitPrice: '100' }];
    const other = await edited('updateInvoice', { id: invoice.id, lineItems });
    const roles = other.lineItems.map(({ role }: { role: string }) => role);
    expect(roles).toEqual(['ITEM', 'ALLOWANCE', 'CHARGE', 'WITHHOLDING', 'PREPAID', 'ROUNDING']);
    expect(other).toMatchObject({ taxPercentage: '19', taxInclusive: true });
  });

  test('has an explanation down to the amount due', async () => {
    const { id, ...invoice } = await draft();
    const { data } = await askFor(
      api.ours.context,
      `query ($id: ID!) { node(id: $id) { ... on Invoice { totalsExplanation {
        subTotal discountAmount tax total amountDue steps { kind name formula calculation rounded } } } } }`,
      { id },
    );
    const { steps, ...totals } = data.node.totalsExplanation;
    expect(invoice).toMatchObject(totals);
    expect(steps.at(-1)).toMatchObject({ kind: 'AMOUNT_DUE', name: 'Amount due' });
    const names = steps.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
