import { readReceivedFile } from '../documents/request-received-file.ts';
import { createExpenses, createExpensesInput } from '../domain/expenses/bulk.ts';
import { createExpense } from '../domain/expenses/create.ts';
import { createExpenseFromFile } from '../domain/expenses/create-from-file.ts';
import { deleteExpense, deleteExpenseInput } from '../domain/expenses/delete.ts';
import { createExpenseInput, updateExpenseInput } from '../domain/expenses/fields.ts';
import {
  createExpenseFromFileInput,
  maxReceivedMegabytes,
} from '../domain/expenses/received-file.ts';
import { updateExpense } from '../domain/expenses/update.ts';
import type { Context } from '../platform/context/context.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const expenseOperations = defineOperations('Expense', {
  createExpense: {
    kind: 'create',
    description: 'Creates an expense. An unknown vendor is created with it.',
    input: createExpenseInput,
    errors: ['name_not_found'],
    run: createExpense,
    rest: {
      path: 'expenses/create',
      details:
        'Only `amount` is required. `clientName` or `clientId` is the client to bill. `projectId` is the project and implies the client; `projectName` needs the client. A paid expense without `paidDate` was paid on its own day, in the workspace’s time zone.',
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
      },
    },
  },
  createExpenseFromFile: {
    kind: 'command',
    description:
      'Creates an expense with its lines from an e-invoice of a vendor: UBL, CII, or a PDF that contains one of them. The file becomes an attachment of the expense. The vendor is found by VAT id, IBAN, legal id or name, or created.',
    input: createExpenseFromFileInput,
    errors: ['duplicate_bill', 'conflicting_state'],
    warnings:
      'Differences between the amounts of the document, and what to check before the payment. They do not prevent the expense.',
    // The errors name expenses and vendors.
    alsoReads: ['expenses'],
    run: (context: Context, input: never) =>
      createExpenseFromFile(context, input, readReceivedFile),
    rest: {
      path: 'expenses/createFromFile',
      fileBody: { field: 'file', maxMegabytes: maxReceivedMegabytes },
      details:
        'The body is the file itself, with `Content-Type: application/xml` or `application/pdf` and the other fields in the query. A JSON body has the file in base64 and the size limit of JSON bodies.',
      example: {
        input: { file: 'PD94bWwgdmVyc2lvbj0iMS4wIj8+', preview: true },
        output: { warnings: [] },
      },
    },
  },
  updateExpense: {
    kind: 'update',
    input: updateExpenseInput,
    errors: ['conflicting_state'],
    run: updateExpense,
    rest: {
      path: 'expenses/update',
      example: { input: { paid: true, paidDate: '2026-03-31' } },
    },
  },
  deleteExpense: {
    kind: 'delete',
    description: 'Deletes an expense. A billed expense requires `evenIfBilled`.',
    input: deleteExpenseInput,
    errors: ['conflicting_state'],
    run: deleteExpense,
  },
  createExpenses: {
    kind: 'bulk',
    description: 'Creates up to 1,000 expenses: all or none, or with `partial` the valid ones.',
    input: createExpensesInput,
    itemOperation: 'createExpense',
    run: createExpenses,
  },
});
