import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
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
  where: [
    ...['invoiceId', 'projectId', 'deliverableId', 'type', 'role', 'taxable', 'taxCategory'],
    ...['lineTotal', 'invoice', 'project', 'deliverable'],
  ],
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
