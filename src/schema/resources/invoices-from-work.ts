import type { InvoicePreview } from '../../domain/invoices/create-from-work.ts';
import {
  createInvoiceFromWorkInput,
  previewInvoiceFromWork,
} from '../../domain/invoices/create-from-work.ts';
import { warningsDescription } from '../../domain/invoices/invoice-warnings.ts';
import { workPermissionAreas } from '../../domain/work-prices/unbilled-work.ts';
import { invoiceFromWorkOperations } from '../../operations/invoices-from-work.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { withDomainInputNames } from '../core/input-names.ts';
import { inputType } from '../core/inputs.ts';
import { invoiceWarning } from '../core/invoice-warning.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** A preview contains fields of the invoice and of the work. */
const ofInvoice = areaPermissions('invoices', ...workPermissionAreas);

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const ids = (description: string): { type: ['ID']; description: string } => ({
  type: ['ID'],
  description,
});

const line = builder.objectRef<InvoicePreview['lines'][number]>('InvoiceLinePreview').implement({
  description: 'A line that the invoice would have.',
  extensions: ofInvoice,
  fields: (t) => ({
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description.',
    }),
    quantity: t.expose('quantity', amount('How many.')),
    unitPrice: t.expose('rate', amount('Unit price.')),
    unit: t.exposeString('unit', { nullable: true, description: 'Unit, for example “h”.' }),
    servicePeriodStart: t.field({
      type: 'Date',
      nullable: true,
      description: 'First day of the supply period.',
      resolve: ({ servicePeriodStart }) => servicePeriodStart,
    }),
    servicePeriodEnd: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day of the supply period.',
      resolve: ({ servicePeriodEnd }) => servicePeriodEnd,
    }),
    taxable: t.exposeBoolean('taxable', { description: 'Whether it is taxable.' }),
    lineTotal: t.expose('lineTotal', amount('Quantity × price, rounded to the currency.')),
    type: t.field({
      type: enums.LineItemType,
      description: 'What it bills.',
      resolve: ({ type }) => type ?? ('ADHOC' as const),
    }),
    projectName: t.string({
      nullable: true,
      description: 'The project of all that it charges; null if they are of several, or none.',
      resolve: ({ project }) => project?.name ?? null,
    }),
    deliverableName: t.string({
      nullable: true,
      description: 'The deliverable, in the same way.',
      resolve: ({ deliverable }) => deliverable?.name ?? null,
    }),
    timeEntryIds: t.field({
      ...ids('Ids of the billed time entries.'),
      resolve: ({ timeEntryIds }) => timeEntryIds ?? [],
    }),
    expenseIds: t.field({
      ...ids('Ids of the billed expenses.'),
      resolve: ({ expenseIds }) => expenseIds ?? [],
    }),
    deliverableIds: t.field({
      ...ids('Ids of the billed deliverables.'),
      resolve: ({ deliverableIds }) => deliverableIds ?? [],
    }),
  }),
});

const tax = builder.objectRef<InvoicePreview['totals']['taxLines'][number]>('InvoiceTaxPreview');
tax.implement({
  description: 'Amount of one tax.',
  extensions: ofInvoice,
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the tax.' }),
    rate: t.expose('rate', amount('Percentage.')),
    taxableAmount: t.expose('taxableAmount', amount('Taxable amount.')),
    amount: t.expose('amount', amount('The tax, rounded once.')),
  }),
});

const preview = builder.objectRef<InvoicePreview>('InvoicePreview').implement({
  description: 'An invoice preview: without a number, and nothing is stored.',
  extensions: ofInvoice,
  fields: (t) => ({
    currency: t.field({
      type: 'Currency',
      description: 'The currency.',
      resolve: ({ header }) => header.currency,
    }),
    dateCreated: t.field({
      type: 'Date',
      description: 'Date of the invoice.',
      resolve: ({ header }) => header.dateCreated,
    }),
    dueDate: t.field({
      type: 'Date',
      description: 'Due date.',
      resolve: ({ header }) => header.dueDate,
    }),
    supplyDate: t.field({
      type: 'Date',
      nullable: true,
      description: 'Supply date.',
      resolve: ({ header }) => header.supplyDate,
    }),
    servicePeriodStart: t.field({
      type: 'Date',
      nullable: true,
      description: 'First day of the supply period.',
      resolve: ({ header }) => header.servicePeriodStart,
    }),
    servicePeriodEnd: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day of the supply period.',
      resolve: ({ header }) => header.servicePeriodEnd,
    }),
  }),
});

builder.objectFields(preview, (t) => ({
  lineItems: t.expose('lines', { type: [line], description: 'Its lines.' }),
  taxBreakdown: t.field({
    type: [tax],
    description: 'Its taxes.',
    resolve: ({ totals }) => totals.taxLines,
  }),
  warnings: t.expose('warnings', { type: [invoiceWarning], description: warningsDescription }),
  subTotal: t.field({
    ...amount('Sum of the lines before discount.'),
    resolve: ({ totals }) => totals.subTotal,
  }),
  discountAmount: t.field({
    ...amount('The discount.'),
    resolve: ({ totals }) => totals.discountAmount,
  }),
  tax: t.field({ ...amount('Sum of the taxes.'), resolve: ({ totals }) => totals.tax }),
  total: t.field({
    ...amount('Subtotal less discount plus tax.'),
    resolve: ({ totals }) => totals.total,
  }),
}));

builder.queryField('previewInvoiceFromWork', (t) =>
  t.field({
    type: preview,
    description:
      'The invoice that `createInvoiceFromWork` would create from the same input. Nothing is stored or sent.',
    args: {
      input: t.arg({
        type: inputType(createInvoiceFromWorkInput),
        required: true,
        description: 'The invoice.',
      }),
    },
    extensions: { requiresUnrestrictedAccess: true },
    resolve: (_root, { input }, context) =>
      withDomainInputNames(createInvoiceFromWorkInput, input, (given) =>
        previewInvoiceFromWork(context, given as never),
      ),
  }),
);

defineOperationMutations(invoiceFromWorkOperations);
