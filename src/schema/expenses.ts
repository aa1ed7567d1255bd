import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { one } from './filters.ts';

builder.prismaNode('Expense', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Expense',
      [
        'amount',
        'currency',
        'taxRate',
        'taxInclusive',
        'category',
        'vendorId',
        'clientId',
        'projectId',
        'billNo',
        'paid',
        'paidDate',
        'dueDate',
        'reimbursable',
        'markupPercent',
        'description',
        'notes',
        'dateCreated',
        'invoiceId',
      ],
      { dates: ['paidDate', 'dueDate'] },
    ),
    vendor: t.relation('vendor', { nullable: true }),
    client: t.relation('client', { nullable: true }),
    project: t.relation('project', { nullable: true }),
    invoice: t.relation('invoice', { nullable: true }),
  }),
});

listed('Expense', {
  field: 'expenses',
  description: 'Money that the workspace spent, latest first.',
  where: {
    amount: 'Decimal',
    currency: 'String',
    category: 'String',
    billNo: 'String',
    paid: 'Boolean',
    paidDate: 'Date',
    dueDate: 'Date',
    reimbursable: 'Boolean',
    dateCreated: 'DateTime',
    vendorId: 'ID',
    clientId: 'ID',
    projectId: 'ID',
    invoiceId: 'ID',
    vendor: one('Vendor'),
    client: one('Client'),
    project: one('Project'),
    invoice: one('Invoice'),
  },
  orderBy: ['dateCreated', 'amount', 'dueDate', 'paidDate', 'category'],
  usualOrder: [{ dateCreated: 'desc' }],
});
