import type { z } from 'zod';
import type { Expense, ExpenseLine } from '../../generated/prisma/client.ts';
import { ExpenseKind } from '../../generated/prisma/enums.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  currency,
  date,
  dateTimeAsWritten,
  enumOf,
  money,
  multilineText,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  optionalOnReplace,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { evenIfBilledField } from '../billed-work/rules.ts';
import { expenseLineList } from './line-fields.ts';

export interface ExpenseRecord extends Expense {
  lines: ExpenseLine[];
}

export const expenseKinds = Object.values(ExpenseKind);

const amount = money({ min: 0 });

const markup = percent({ min: -100, max: 999 });

/** The specification uses two names: one on creates, one on updates and results. */
const markupFields = {
  markupPercentage: aliasOf('markupPercent', nullable(markup, 'The same as markupPercent.')),
  markupPercent: nullable(markup),
};

const currencyDescription = 'Currency of the amount (ISO 4217). Default: the workspace’s.';

const amountField = nullable(amount, 'Required without lines.');

const documentDate = nullable(date, 'Default: the day of the expense.');

const lines = nullable(
  expenseLineList,
  'Replaces the former lines. An empty list leaves only the amount.',
);

const kind = withDefault(enumOf('ExpenseKind', expenseKinds), 'EXPENSE');

const expenseFields = {
  taxRate: nullable(percent({ min: -100 })),
  taxInclusive: withDefault(booleanType, false, 'Whether `amount` includes the tax.'),
  category: nullable(text()),
  billNo: nullable(text()),
  paid: withDefault(booleanType, false),
  dueDate: nullable(date),
  reimbursable: withDefault(booleanType, false),
  description: nullable(multilineText()),
  notes: nullable(multilineText()),
};

export const createExpenseInput = inputObject('CreateExpense', 'A new expense.', {
  date: withRecordName(
    'dateCreated',
    nullable(dateTimeAsWritten, 'Day of the expense, returned as `dateCreated`. Default: now.'),
  ),
  kind,
  documentDate,
  amount: amountField,
  lines,
  currency: nullable(currency, currencyDescription),
  ...expenseFields,
  datePaid: nullable(
    date,
    'Day of the payment. Default for a paid expense: the day of the expense.',
  ),
  ...markupFields,
  ...externalIdFields,
  vendor: nullable(text(), 'Name of the vendor. An unknown name creates a vendor.'),
  vendorId: nullable(recordIdType),
  clientName: nullable(text(), 'Client to bill.'),
  clientId: nullable(recordIdType, 'Id of the client to bill.'),
  projectName: nullable(
    text(),
    'Name of a project of the client. Requires clientName, clientId or projectId.',
  ),
  projectId: nullable(recordIdType, 'Id of the project. Without a client, its client is billed.'),
});

export const updateExpenseInput = inputObject('UpdateExpense', 'An expense’s fields.', {
  kind: optionalOnReplace(kind),
  documentDate: optionalOnReplace(documentDate),
  amount: amountField,
  lines: optionalOnReplace(lines),
  currency: nullable(currency, currencyDescription),
  ...expenseFields,
  datePaid: nullable(date),
  ...markupFields,
  ...externalIdUpdateFields,
  vendorId: nullable(recordIdType),
  clientId: nullable(
    recordIdType,
    'Client to bill. To change it, change or clear the project of the former client as well.',
  ),
  projectId: nullable(recordIdType, 'Project. Without clientId, its client is billed.'),
  evenIfBilled: optionalOnReplace(evenIfBilledField),
});

export type NewExpense = z.output<typeof createExpenseInput>;
