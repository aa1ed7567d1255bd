import { createExpenses, createExpensesInput } from '../../domain/expenses/bulk.ts';
import {
  createExpense,
  createExpenseInput,
  deleteExpense,
  updateExpense,
  updateExpenseInput,
} from '../../domain/expenses/index.ts';
import { action, deleteAction, updateActions } from '../actions.ts';
import { bulkAction } from '../bulk-actions.ts';

action('createExpense', {
  description: 'Enters an expense; a vendor of an unknown name is made with it.',
  record: 'Expense',
  input: createExpenseInput,
  run: createExpense,
});

updateActions({
  record: 'Expense',
  input: updateExpenseInput,
  neverConflicts: true,
  run: updateExpense,
});

deleteAction('deleteExpense', {
  description: 'Deletes an expense that no invoice has charged.',
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
