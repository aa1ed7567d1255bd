import type { FieldMap } from '@pothos/core';
import { explainInvoice } from '../../domain/invoices/explain-invoice.ts';
import type { ExplainedStep, TotalsExplanation } from '../../domain/invoices/explain-totals.ts';
import { explainTotalsInput, explainUnsavedTotals } from '../../domain/invoices/totals-preview.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { withDomainInputNames } from '../core/input-names.ts';
import { inputType } from '../core/inputs.ts';
import type { FieldBuilder } from '../core/record-fields.ts';
import { computedField } from '../core/record-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';

const step = builder.objectRef<ExplainedStep>('TotalsStep').implement({
  description: 'An amount in the calculation of an invoice total.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    kind: t.expose('kind', { type: enums.TotalsStepKind, description: 'Kind of the amount.' }),
    name: t.exposeString('name', { description: 'Label of the amount.' }),
    formula: t.exposeString('formula', {
      description: 'Formula in words: `quantity × price`.',
    }),
    calculation: t.exposeString('calculation', {
      description: 'Formula with numbers: `2.25 × 64.22`.',
    }),
    unrounded: t.expose('unrounded', {
      type: 'Decimal',
      description: 'The unrounded amount.',
    }),
    rounded: t.expose('rounded', {
      type: 'Decimal',
      description:
        'The unrounded amount in minor units of the currency, as it is used in the next steps.',
    }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'The line that it is about, from 1. Null if it is about none.',
    }),
    order: t.exposeInt('order', {
      nullable: true,
      description: 'The order of the tax that it is about. Null if it is about none.',
    }),
  }),
});

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const explanation = builder.objectRef<TotalsExplanation>('TotalsExplanation').implement({
  description:
    'Calculation of an invoice total. Every amount is rounded half up, away from zero, to the currency’s minor unit: each line, the discount, and each tax once for the whole invoice.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    digits: t.exposeInt('digits', {
      description: 'Number of decimal places of the currency by ISO 4217: 0 for JPY.',
    }),
    subTotal: t.expose('subTotal', amount('Sum of the lines before discount.')),
    discountAmount: t.expose('discountAmount', amount('The discount.')),
    tax: t.expose('tax', amount('Sum of the taxes.')),
    total: t.expose('total', amount('Subtotal less discount plus tax.')),
    amountDue: t.expose('amountDue', amount('Amount due.')),
    steps: t.expose('steps', {
      type: [step],
      description: 'All amounts in the order of calculation. The amount due is last.',
    }),
  }),
});

type StoredInvoice = Parameters<typeof explainInvoice>[0];

const whole = <T extends string>(...columns: readonly T[]) =>
  Object.fromEntries(columns.map((column) => [column, true])) as Record<T, true>;

export function totalsExplanationField(t: FieldBuilder): FieldMap[string] {
  return computedField<StoredInvoice>(t, {
    type: explanation,
    description: 'Calculation of the total from the stored lines, discount and taxes.',
    from: {
      ...whole('currency', 'discountPercent', 'taxInclusive', 'roundTo', 'paymentTotal', 'status'),
      ...whole('creditedTotal'),
      ...whole(
        'taxCategory',
        'taxReason',
        'taxReasonCode',
        'taxPercentage',
        'taxRuleSnapshot',
        'usualTax',
      ),
      // The same order as the list fields of the invoice, so that one statement loads both.
      lineItems: {
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: {
          ...whole('description', 'quantity', 'unitPrice', 'price', 'baseQuantity', 'percent'),
          ...whole('role', 'taxable', 'ownTax', 'type', 'unit', 'visible'),
          ...whole('projectId', 'projectName', 'deliverableId', 'deliverableName'),
        },
      },
      taxBreakdown: {
        orderBy: [{ order: 'asc' }, { id: 'asc' }],
        select: { name: true, rate: true, order: true, compound: true, compoundOnOrder: true },
      },
    },
    value: (invoice) => explainInvoice(invoice),
  });
}

builder.queryField('explainTotals', (t) =>
  t.field({
    type: explanation,
    description:
      'Calculates an invoice without creating it and explains each step. The tax is that of the input, otherwise that of the client, otherwise none.',
    args: {
      input: t.arg({
        type: inputType(explainTotalsInput),
        required: true,
        description: 'The invoice.',
      }),
    },
    resolve: (_root, { input }, context) =>
      withDomainInputNames(explainTotalsInput, input, (given) =>
        explainUnsavedTotals(context, given),
      ),
  }),
);
