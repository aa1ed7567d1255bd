import { createExpenses, createExpensesInput } from '../../domain/expenses/bulk.ts';
import {
  createExpense,
  createExpenseInput,
  deleteExpense,
  deleteExpenseInput,
  updateExpense,
  updateExpenseInput,
} from '../../domain/expenses/index.ts';
import { action, deleteAction, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { bulkAction } from '../core/bulk-mutations.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { one } from '../core/filters.ts';

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
    vendor: related(t, 'vendor', { nullable: true }),
    client: related(t, 'client', { nullable: true }),
    project: related(t, 'project', { nullable: true }),
    invoice: related(t, 'invoice', { nullable: true }),
    invoiceLine: related(t, 'invoiceLine', { nullable: true }),
    user: related(t, 'user', { nullable: true }),
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
    datePaid: 'Date',
    dueDate: 'Date',
    reimbursable: 'Boolean',
    dateCreated: 'DateTime',
    vendorId: 'ID',
    clientId: 'ID',
    projectId: 'ID',
    invoiceId: 'ID',
    userId: 'Int',
    vendor: one('Vendor'),
    client: one('Client'),
    project: one('Project'),
    invoice: one('Invoice'),
    user: one('User'),
  },
  orderBy: ['dateCreated', 'amount', 'dueDate', 'datePaid'],
  usualOrder: [{ dateCreated: 'desc' }],
});

action('createExpense', {
  description: 'Enters an expense; a vendor of an unknown name is made with it.',
  record: 'Expense',
  input: createExpenseInput,
  run: createExpense,
});

updateActions({
  record: 'Expense',
  input: updateExpenseInput,
  run: updateExpense,
});

deleteAction('deleteExpense', {
  record: 'Expense',
  description:
    'Deletes an expense, one that an invoice has charged only where `evenIfBilled` says so.',
  input: deleteExpenseInput,
  run: deleteExpense,
});

bulkAction('createExpenses', {
  description:
    'Enters up to 1,000 expenses: all or none, or with `partial` those that can be taken.',
  record: 'Expense',
  each: 'createExpense',
  input: createExpensesInput,
  run: createExpenses,
});
