import type { ExpenseTax } from '../../domain/expenses/tax-breakdown.ts';
import { taxBreakdownSql } from '../../domain/expenses/tax-breakdown.ts';
import { expenseOperations } from '../../operations/expenses.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries, relationConnectionField } from '../core/connections.ts';
import { enums } from '../core/enums.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';
import { total } from '../core/record-total-fields.ts';
import { inheritedPermissions } from '../core/required-permissions.ts';
import { formattedAmountsField } from './formatted-amounts.ts';

const expenseTax = builder.objectRef<ExpenseTax>('ExpenseTax').implement({
  description: 'Taxable amount and tax of an expense, of one category and rate.',
  extensions: inheritedPermissions,
  fields: (t) => ({
    category: t.expose('category', { type: enums.TaxCategory, description: 'Tax category.' }),
    rate: t.expose('rate', { type: 'Decimal', description: 'Percentage.' }),
    taxableAmount: t.expose('taxableAmount', {
      type: 'Decimal',
      description: 'The amount that the rate applies to.',
    }),
    amount: t.expose('amount', { type: 'Decimal', description: 'The tax.' }),
    deductibleAmount: t.expose('deductibleAmount', {
      type: 'Decimal',
      description: 'Deductible part of the tax.',
    }),
  }),
});

const taxBreakdownField = total({
  type: [expenseTax],
  areas: ['expenses'],
  description: 'The taxes by category and rate. Empty without lines and tax rate.',
  sql: taxBreakdownSql,
});

builder.prismaNode('Expense', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Expense', ['netAmount', 'invoiceId', 'invoiceLineId', 'userId']),
    formatted: formattedAmountsField(t, 'Expense', ['amount', 'netAmount']),
    lines: relationListField(t, 'lines', { position: 'asc' }),
    taxBreakdown: taxBreakdownField(t),
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
  where: [
    ...['kind', 'amount', 'currency', 'category', 'billNo', 'notes', 'paid', 'datePaid'],
    ...['dueDate', 'reimbursable', 'dateCreated', 'documentDate', 'vendorId', 'clientId'],
    ...['projectId', 'invoiceId', 'userId', 'vendor', 'client', 'project', 'invoice', 'user'],
  ],
  orderBy: ['dateCreated', 'amount', 'dueDate', 'datePaid', 'documentDate'],
  defaultOrder: [{ dateCreated: 'desc' }],
});

builder.prismaNode('ExpenseLine', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'ExpenseLine', [
      'expenseId',
      'position',
      'description',
      'quantity',
      'unit',
      'unitPrice',
      'net',
      'taxCategory',
      'taxRate',
      'tax',
      'deductiblePercent',
    ]),
    expense: relationField(t, 'expense'),
  }),
});

defineOperationMutations(expenseOperations);
