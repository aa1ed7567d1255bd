import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enumFilter, relationFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';
import { currencyOfInvoice, formattedAmountsField } from './formatted-amounts.ts';

builder.prismaNode('InvoiceLine', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'InvoiceLine', [
      ...(['invoiceId', 'position', 'description', 'role', 'quantity', 'unitPrice'] as const),
      ...(['price', 'baseQuantity', 'percent', 'unit', 'lineTotal', 'type', 'visible'] as const),
      ...(['servicePeriodStart', 'servicePeriodEnd', 'taxable', 'taxCategory'] as const),
      ...(['taxRate', 'taxReason', 'taxReasonCode', 'depositInvoiceId'] as const),
      ...(['projectId', 'projectName', 'deliverableId', 'deliverableName'] as const),
    ]),
    formatted: formattedAmountsField(
      t,
      'InvoiceLine',
      ['unitPrice', 'lineTotal'],
      currencyOfInvoice,
    ),
    invoice: relationField(t, 'invoice'),
    depositInvoice: relationField(t, 'depositInvoice', { nullable: true }),
    project: relationField(t, 'project', { nullable: true }),
    deliverable: relationField(t, 'deliverable', { nullable: true }),
    timeEntries: relationConnectionField(t, 'timeEntries', 'TimeEntry'),
    expenses: relationConnectionField(t, 'expenses', 'Expense'),
  }),
});

defineRecordQueries('InvoiceLine', {
  field: 'invoiceLines',
  description: 'Invoice lines, by invoice.',
  where: {
    invoiceId: 'ID',
    projectId: 'ID',
    deliverableId: 'ID',
    type: enumFilter('LineItemType'),
    role: enumFilter('LineRole'),
    taxable: 'Boolean',
    taxCategory: enumFilter('TaxCategory'),
    lineTotal: 'Decimal',
    invoice: relationFilter('Invoice'),
    project: relationFilter('Project'),
    deliverable: relationFilter('Deliverable'),
  },
  orderBy: ['invoiceId'],
  defaultOrder: [{ invoiceId: 'asc' }, { position: 'asc' }],
});

builder.prismaNode('InvoiceTaxLine', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'InvoiceTaxLine', [
      'invoiceId',
      'name',
      'rate',
      'order',
      'compound',
      'compoundOnOrder',
      'taxableAmount',
      'amount',
      'taxGroup',
      'category',
      'reason',
      'reasonCode',
    ]),
    invoice: relationField(t, 'invoice'),
  }),
});
