import { createExpense } from '../../domain/expenses/create.ts';
import type { ExpenseRecord } from '../../domain/expenses/fields.ts';
import { createExpenseInput, updateExpenseInput } from '../../domain/expenses/fields.ts';
import { updateExpense } from '../../domain/expenses/update.ts';
import type { FieldNames } from '../core/field-names.ts';
import { toRestInputSchema } from '../core/field-names.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { vendorReferenceSerializer } from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
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
import { defineUpdateRoutes } from '../core/update-routes.ts';

const paidName: FieldNames = { paidDate: 'datePaid' };

/** An expense with the name of its vendor. */
type ExpenseAnswer = ExpenseRecord & { vendor: { id: string; name: string } | null };

const expenseSerializer = defineSerializer<ExpenseAnswer>()(
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

const answer = recordResponse('Expense', expenseSerializer);

export const expenseRoutes = [
  defineWriteRoute({
    path: 'expenses/create',
    operationId: 'createExpense',
    tag: 'Expenses',
    summary: 'Create an expense',
    description:
      'Creates an expense. Only `amount` is required. An unknown `vendor` is created. `clientName` or `clientId` is the client to bill. `projectId` is the project and implies the client; `projectName` needs the client. A paid expense without `paidDate` was paid on its own day, in the workspace’s time zone.',
    names: paidName,
    input: toRestInputSchema(createExpenseInput, paidName),
    output: answer,
    errors: ['name_not_found', 'record_not_found'],
    example: {
      input: {
        date: '2026-03-31T09:30:00Z',
        amount: 89.9,
        currency: 'EUR',
        taxRate: 7,
        taxInclusive: true,
        category: 'Travel',
        billNo: 'DB-2026-118',
        paid: true,
        reimbursable: true,
        markupPercentage: 10,
        description: 'Train to the workshop',
        vendor: 'Deutsche Bahn',
        clientName: 'Lovelace Analytics',
      },
      output: example,
    },
    handle: createExpense,
  }),
  ...defineUpdateRoutes({
    path: 'expenses/update',
    record: 'Expense',
    tag: 'Expenses',
    names: paidName,
    input: toRestInputSchema(updateExpenseInput, paidName),
    output: answer,
    errors: ['conflicting_state'],
    example: {
      input: { id: example.id, paid: true, paidDate: '2026-03-31' },
      output: example,
    },
    handle: updateExpense,
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
