import type { ExpenseRecord } from '../../domain/expenses/fields.ts';
import { expenseOperations } from '../../operations/expenses.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { vendorReferenceSerializer } from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  copiedFromArea,
  dateTime,
  decimal,
  defineSerializer,
  externalIdColumns,
  integer,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';

type ExpenseWithVendor = ExpenseRecord & { vendor: { id: string; name: string } | null };

const expenseSerializer = defineSerializer<ExpenseWithVendor>()(
  'Expense',
  'An expense of the workspace.',
  {
    id: withDescription(text, 'Id of the expense.'),
    accountId: withDescription(integer, 'The workspace.'),
    amount: decimal,
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
    clientId: nullableText,
    projectId: nullableText,
    billNo: nullableText,
    paid: bool,
    paidDate: renamedProperty('datePaid', nullableDate),
    dueDate: nullableDate,
    reimbursable: bool,
    markupPercent: nullableDecimal,
    description: nullableText,
    notes: nullableText,
    dateCreated: dateTime,
    ...externalIdColumns,
  },
);

const example = {
  id: 'exp_0199d2f0a1c27b1e9f4b6c1de0a35f11',
  accountId: 1,
  amount: 89.9,
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
