import { expenseOperations } from '../../operations/expenses.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { relationFilter } from '../core/filters.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';
import { formattedAmountsField } from './formatted-amounts.ts';

builder.prismaNode('Expense', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
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
        'datePaid',
        'dueDate',
        'reimbursable',
        'markupPercent',
        'description',
        'notes',
        'dateCreated',
        'invoiceId',
        'invoiceLineId',
        'userId',
      ],
      { dates: ['datePaid', 'dueDate'] },
    ),
    formatted: formattedAmountsField(t, 'Expense', ['amount']),
    vendor: relationField(t, 'vendor', { nullable: true }),
    client: relationField(t, 'client', { nullable: true }),
    project: relationField(t, 'project', { nullable: true }),
    invoice: relationField(t, 'invoice', { nullable: true }),
    invoiceLine: relationField(t, 'invoiceLine', { nullable: true }),
    user: relationField(t, 'user', { nullable: true }),
    attachments: relationConnectionField(t, 'attachments', 'Attachment'),
  }),
});

defineRecordQueries('Expense', {
  field: 'expenses',
  description: 'Expenses of the workspace, latest first.',
  where: {
    amount: 'Decimal',
    currency: 'String',
    category: 'String',
    billNo: 'String',
    notes: 'String',
    paid: 'Boolean',
    datePaid: 'Date',
    dueDate: 'Date',
    reimbursable: 'Boolean',
    dateCreated: 'DateTime',
    vendorId: 'ID',
    clientId: 'ID',
    projectId: 'ID',
    invoiceId: 'ID',
    userId: 'Int',
    vendor: relationFilter('Vendor'),
    client: relationFilter('Client'),
    project: relationFilter('Project'),
    invoice: relationFilter('Invoice'),
    user: relationFilter('User'),
  },
  orderBy: ['dateCreated', 'amount', 'dueDate', 'datePaid'],
  defaultOrder: [{ dateCreated: 'desc' }],
});

defineOperationMutations(expenseOperations);
