import { builder } from '../core/builder.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enumFilter, one } from '../core/filters.ts';

builder.prismaNode('InvoiceLine', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'InvoiceLine',
      [
        'invoiceId',
        'position',
        'description',
        'role',
        'quantity',
        'unitPrice',
        'price',
        'baseQuantity',
        'percent',
        'unit',
        'servicePeriodStart',
        'servicePeriodEnd',
        'taxable',
        'taxCategory',
        'taxRate',
        'taxReason',
        'lineTotal',
        'type',
        'visible',
        'projectId',
        'projectName',
        'deliverableId',
        'deliverableName',
        'depositInvoiceId',
      ],
      { dates: ['servicePeriodStart', 'servicePeriodEnd'] },
    ),
    invoice: related(t, 'invoice'),
    depositInvoice: related(t, 'depositInvoice', { nullable: true }),
    project: related(t, 'project', { nullable: true }),
    deliverable: related(t, 'deliverable', { nullable: true }),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    expenses: relatedList(t, 'expenses', 'Expense'),
  }),
});

listed('InvoiceLine', {
  field: 'invoiceLines',
  description: 'What invoices charge, invoice by invoice.',
  where: {
    invoiceId: 'ID',
    projectId: 'ID',
    deliverableId: 'ID',
    type: enumFilter('LineItemType'),
    role: enumFilter('LineRole'),
    taxable: 'Boolean',
    taxCategory: enumFilter('TaxCategory'),
    lineTotal: 'Decimal',
    invoice: one('Invoice'),
    project: one('Project'),
    deliverable: one('Deliverable'),
  },
  orderBy: ['invoiceId'],
  usualOrder: [{ invoiceId: 'asc' }, { position: 'asc' }],
});

builder.prismaNode('InvoiceTaxLine', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'InvoiceTaxLine', [
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
    ]),
    invoice: related(t, 'invoice'),
  }),
});
