import { PaymentProviderType, TaxCategory } from '../../generated/prisma/enums.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule } from '../../platform/input/date-ranges.ts';
import {
  currency,
  date,
  enumOf,
  integer,
  list,
  object,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf, Rules } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  withDefault,
} from '../../platform/input/fields.ts';

const account = integer({ min: 1, max: 999_999_999 });

const rateAccountFields = {
  rate: required(percent(), 'Tax rate in percent; 0 if not taxed.'),
  category: nullable(
    enumOf('TaxCategory', Object.values(TaxCategory)),
    'Applies to this tax category only, for example reverse charge. Default: every category of the rate without an account of its own.',
  ),
  account: required(account, 'The account.'),
  taxKey: nullable(text(4), 'BU-Schlüssel. Omit it if the account implies the tax.'),
};

const revenueAccount = inputObject(
  'DatevRevenueAccount',
  'Where revenue of a tax rate is booked.',
  rateAccountFields,
);

const writeOffAccount = inputObject(
  'DatevWriteOffAccount',
  'Where write-offs of a tax rate are booked.',
  rateAccountFields,
);

const expenseAccount = inputObject(
  'DatevExpenseAccount',
  'Where expenses of a tax rate are booked.',
  {
    ...rateAccountFields,
    expenseCategory: nullable(text(), 'Applies to this category of expenses only.'),
  },
);

const creditorAccount = inputObject('DatevCreditor', 'The account of a vendor.', {
  vendorId: required(recordIdType, 'The vendor.'),
  account: required(account, 'The account.'),
});

const debtorAccount = inputObject('DatevDebtor', 'The account of a client.', {
  clientId: required(recordIdType, 'The client.'),
  account: required(account, 'The account.'),
});

const moneyAccount = inputObject('DatevMoneyAccount', 'Where money of a kind comes in.', {
  paymentType: required(
    enumOf('PaymentProviderType', Object.values(PaymentProviderType)),
    'Payment method.',
  ),
  account: required(account, 'The account.'),
});

export const datevInput = inputObject('Datev', 'Which bookings, on which accounts.', {
  from: required(date, 'First day.'),
  to: required(date, 'Last day, in the same fiscal year.'),
  consultantNumber: required(integer({ min: 1_001, max: 9_999_999 }), 'Beraternummer.'),
  clientNumber: required(integer({ min: 1, max: 99_999 }), 'Mandantennummer.'),
  fiscalYearStart: required(date, 'First day of the fiscal year.'),
  accountLength: withDefault(
    integer({ min: 4, max: 8 }),
    4,
    'Length of account numbers (Sachkontenlänge). Those of clients have one more digit.',
  ),
  label: withDefault(text(30), 'Rechnungen und Zahlungen', 'Name of the batch (Stapel).'),
  currency: nullable(currency, 'Currency of the batch. Default: the workspace’s.'),
  leaveOutOtherCurrencies: nullable(
    enumOf('LeaveOut', ['YES']),
    'YES: omits bookings in other currencies. Otherwise they are an error.',
  ),
  revenueAccounts: required(
    list(object(revenueAccount), { min: 1, max: 50 }),
    'Accounts of revenue, by rate.',
  ),
  debtorAccount: required(account, 'Account of clients without one of their own.'),
  debtors: withDefault(list(object(debtorAccount), { max: 20_000 }), [], 'Accounts of clients.'),
  bankAccount: required(account, 'Where money comes in.'),
  moneyAccounts: withDefault(
    list(object(moneyAccount), { max: 20 }),
    [],
    'Accounts of money, by how it comes.',
  ),
  writeOffAccounts: withDefault(
    list(object(writeOffAccount), { max: 50 }),
    [],
    'Accounts of write-offs, by tax rate.',
  ),
  writeOffAccount: nullable(
    account,
    'Account of write-offs for tax rates without one of their own.',
  ),
  expenseAccounts: withDefault(
    list(object(expenseAccount), { max: 200 }),
    [],
    'Accounts of expenses, by tax rate. Without them, the file has no expenses.',
  ),
  creditorAccount: nullable(account, 'Account of vendors without one of their own.'),
  creditors: withDefault(
    list(object(creditorAccount), { max: 20_000 }),
    [],
    'Accounts of vendors.',
  ),
  bookedByHand: withDefault(
    list(text(100), { max: 1_000 }),
    [],
    'Numbers of invoices to omit, with their credit notes, and ids of expenses, because you book them manually.',
  ),
});

/** @throws ActionError invalid_input for all invalid fields */
export const parseDatevInput = (input: InputOf<typeof datevInput>) =>
  parseInput(datevInput, input, rules);

const rules: Rules<Record<string, unknown>> = (input) => {
  const fields = input as Partial<DatevOptions>;
  const { accountLength = 4, fiscalYearStart, from, to } = fields;
  const errors: FieldError[] = [...rangeOrderRule({ from: from ?? null, to: to ?? null })];
  const digits = (
    path: string,
    number: number | null | undefined,
    maxDigits: number,
    exactly = false,
  ) => {
    const { length } = String(number ?? '');
    if (length === 0 || (exactly ? length === maxDigits : length <= maxDigits)) return;
    const message = `must have ${exactly ? '' : 'at most '}${maxDigits} digits`;
    errors.push({ path, code: 'out_of_range', message });
  };
  for (const name of ['revenueAccounts', 'writeOffAccounts', 'expenseAccounts'] as const) {
    fields[name]?.forEach((one, index) => {
      digits(`${name}.${index}.account`, one.account, accountLength);
      const isTwice = fields[name]?.slice(0, index).some((other) => isSame(one, other));
      const message = 'has an account above already, with its category';
      if (isTwice) errors.push({ path: `${name}.${index}.rate`, code: 'not_unique', message });
    });
  }
  if (fields.expenseAccounts?.length && fields.creditorAccount === null) {
    const message = 'is required for expenses';
    errors.push({ path: 'creditorAccount', code: 'required', message });
  }
  digits('creditorAccount', fields.creditorAccount, accountLength + 1, true);
  fields.creditors?.forEach((one, index) => {
    digits(`creditors.${index}.account`, one.account, accountLength + 1, true);
  });
  fields.moneyAccounts?.forEach((one, index) => {
    digits(`moneyAccounts.${index}.account`, one.account, accountLength);
  });
  digits('bankAccount', fields.bankAccount, accountLength);
  digits('writeOffAccount', fields.writeOffAccount, accountLength);
  digits('debtorAccount', fields.debtorAccount, accountLength + 1, true);
  fields.debtors?.forEach((one, index) => {
    digits(`debtors.${index}.account`, one.account, accountLength + 1, true);
  });
  if (fiscalYearStart && from && to) {
    const end = new Date(fiscalYearStart);
    end.setUTCFullYear(end.getUTCFullYear() + 1);
    if (from < fiscalYearStart || to >= end) {
      const message = 'must be in the fiscal year, with the first day';
      errors.push({ path: 'to', code: 'out_of_range', message });
    }
  }
  return errors;
};

type RateAccount = DatevOptions['revenueAccounts'][number] & { expenseCategory?: string | null };

const isSame = (one: RateAccount, other: RateAccount) =>
  one.rate.equals(other.rate) &&
  one.category === other.category &&
  one.expenseCategory === other.expenseCategory;

export type DatevOptions = ReturnType<typeof parseDatevInput>;
