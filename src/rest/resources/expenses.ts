import type { ExpenseRecord } from '../../domain/expenses/fields.ts';
import { expenseKinds } from '../../domain/expenses/fields.ts';
import type { ExpenseTax } from '../../domain/expenses/tax-breakdown.ts';
import { taxBreakdownJsonSql } from '../../domain/expenses/tax-breakdown.ts';
import { taxCategories } from '../../domain/invoices/tax-input.ts';
import { expenseOperations } from '../../operations/expenses.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { vendorReferenceSerializer } from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  choice,
  computedProperty,
  copiedFromArea,
  dateTime,
  decimal,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  nullableTexts,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';

type ExpenseWithVendor = ExpenseRecord & { vendor: { id: string; name: string } | null };

const expenseLine = defineSerializer<ExpenseRecord['lines'][number]>()(
  'ExpenseLine',
  'A line of an expense.',
  {
    id: withDescription(text, 'Id of the line.'),
    description: nullableText,
    quantity: decimal,
    unit: nullableText,
    unitPrice: nullableDecimal,
    net: decimal,
    taxCategory: choice(taxCategories),
    taxRate: decimal,
    tax: decimal,
    deductiblePercent: decimal,
  },
);

const expenseTax = defineSerializer<ExpenseTax>()(
  'ExpenseTax',
  'Taxable amount and tax of an expense, of one category and rate.',
  {
    category: withDescription(choice(taxCategories), 'Tax category.'),
    rate: withDescription(decimal, 'Percentage.'),
    taxableAmount: withDescription(decimal, 'The amount that the rate applies to.'),
    amount: withDescription(decimal, 'The tax.'),
    deductibleAmount: withDescription(decimal, 'Deductible part of the tax.'),
  },
);

const expenseSerializer = defineSerializer<ExpenseWithVendor>()(
  'Expense',
  'An expense of the workspace.',
  {
    id: withDescription(text, 'Id of the expense.'),
    accountId: withDescription(integer, 'The workspace.'),
    kind: choice(expenseKinds),
    amount: decimal,
    netAmount: nullableDecimal,
    currency: text,
    taxRate: nullableDecimal,
    taxInclusive: bool,
    category: nullableText,
    vendorId: nullableText,
    vendor: copiedFromArea(
      'expenses',
      withDescription(
        makeNullable(vendorReferenceSerializer),
        'Name of the vendor, if there is one.',
      ),
    ),
    ...nullableTexts('clientId', 'projectId', 'billNo'),
    paid: bool,
    paidDate: renamedProperty('datePaid', nullableDate),
    dueDate: nullableDate,
    reimbursable: bool,
    markupPercent: nullableDecimal,
    description: nullableText,
    notes: nullableText,
    dateCreated: dateTime,
    documentDate: nullableDate,
    lines: listOf(expenseLine, { orderBy: [{ column: 'position', direction: 'asc' }] }),
    taxBreakdown: computedProperty(
      withDescription(
        listOf(expenseTax),
        'The taxes by category and rate. Empty without lines and tax rate.',
      ),
      taxBreakdownJsonSql,
    ),
    ...externalIdColumns,
  },
);

const example = {
  id: 'exp_0199d2f0a1c27b1e9f4b6c1de0a35f11',
  accountId: 1,
  kind: 'EXPENSE',
  amount: 89.9,
  netAmount: null,
  currency: 'EUR',
  taxRate: 7,
  taxInclusive: true,
  category: 'Travel',
  vendorId: 'ven_0199d2f0a1c27b1e9f4b6c1de0a35f12',
  vendor: { id: 'ven_0199d2f0a1c27b1e9f4b6c1de0a35f12', name: 'Deutsche Bahn' },
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  projectId: null,
  billNo: 'DB-2026-118',
  paid: true,
  paidDate: '2026-03-31',
  dueDate: null,
  reimbursable: true,
  markupPercent: 10,
  description: 'Train to the workshop',
  notes: null,
  dateCreated: '2026-03-31T09:30:00.000Z',
  documentDate: '2026-03-31',
  lines: [],
  taxBreakdown: [
    {
      category: 'STANDARD',
      rate: 7,
      taxableAmount: 84.02,
      amount: 5.88,
      deductibleAmount: 5.88,
    },
  ],
};

export const expenseRoutes = [
  ...defineOperationRoutes(expenseOperations, {
    tag: 'Expenses',
    names: { paidDate: 'datePaid' },
    records: { Expense: { response: recordResponse('Expense', expenseSerializer), example } },
  }),
  defineSearchRoute({
    path: 'expenses/search',
    operationId: 'searchExpenses',
    tag: 'Expenses',
    summary: 'Search expenses',
    description:
      'Expenses in the order of creation. `query` is the exact name of a client or vendor, or a bill number. `from` and `to` are days of the expense. At most 1,000; the `Link` header of the response contains the next page.',
    model: 'Expense',
    record: expenseSerializer,
    errors: [],
    example: { input: { query: 'DB-2026-118' }, output: [example] },
  }),
];
