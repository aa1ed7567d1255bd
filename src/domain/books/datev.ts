import { PaymentProviderType } from '../../generated/prisma/enums.ts';
import type { Context } from '../kernel/context.ts';
import { formatDate } from '../kernel/dates.ts';
import type { FieldError } from '../kernel/errors.ts';
import { invalidInput } from '../kernel/errors.ts';
import type { InputOf, Rules } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, parseInput, required } from '../kernel/fields.ts';
import {
  currency,
  date,
  integer,
  list,
  object,
  oneOf,
  percent,
  recordId,
  text,
} from '../kernel/kinds.ts';
import type { Decimal } from '../kernel/money.ts';
import { requireWhole } from '../kernel/rights.ts';
import { inOrder } from '../periods.ts';
import type { DatevRow } from './datev-format.ts';
import { datevText, windows1252 } from './datev-format.ts';
import type { BookedEntry } from './tax-groups.ts';
import { bookedEntries, groupsOf } from './tax-groups.ts';

/** Invoices and payments of a time as a stack of bookings that DATEV reads (docs/datev.md). */

const account = integer({ min: 1, max: 999_999_999 });

const revenueAccount = inputObject(
  'DatevRevenueAccount',
  'Where revenue of a tax rate is booked.',
  {
    rate: required(percent(), 'The rate in percent; 0 for what is not taxed.'),
    account: required(account, 'The account.'),
    taxKey: nullable(text(4), 'The BU-Schlüssel; left out where the account says the tax itself.'),
  },
);

const debtorAccount = inputObject('DatevDebtor', 'The account of a client.', {
  clientId: required(recordId, 'The client.'),
  account: required(account, 'The account.'),
});

const moneyAccount = inputObject('DatevMoneyAccount', 'Where money of a kind comes in.', {
  paymentType: required(
    oneOf('PaymentProviderType', Object.values(PaymentProviderType)),
    'How the money came.',
  ),
  account: required(account, 'The account.'),
});

export const datevInput = inputObject('Datev', 'Which bookings, on which accounts.', {
  from: required(date, 'First day.'),
  to: required(date, 'Last day, in the same fiscal year.'),
  consultantNumber: required(integer({ min: 1_001, max: 9_999_999 }), 'Beraternummer.'),
  clientNumber: required(integer({ min: 1, max: 99_999 }), 'Mandantennummer.'),
  fiscalYearStart: required(date, 'First day of the fiscal year.'),
  accountLength: defaulted(
    integer({ min: 4, max: 8 }),
    4,
    'Digits of accounts (Sachkontenlänge); those of clients have one more.',
  ),
  label: defaulted(text(30), 'Rechnungen und Zahlungen', 'What the stack is called.'),
  currency: nullable(currency, 'The currency of the stack; left out: the workspace’s.'),
  leaveOutOtherCurrencies: nullable(
    oneOf('LeaveOut', ['YES']),
    'YES: bookings in other currencies are left out; else they are refused.',
  ),
  revenueAccounts: required(
    list(object(revenueAccount), { min: 1, max: 50 }),
    'Accounts of revenue, by rate.',
  ),
  debtorAccount: required(account, 'The account of clients that have none of their own.'),
  debtors: defaulted(list(object(debtorAccount), { max: 20_000 }), [], 'Accounts of clients.'),
  bankAccount: required(account, 'Where money comes in.'),
  moneyAccounts: defaulted(
    list(object(moneyAccount), { max: 20 }),
    [],
    'Accounts of money, by how it comes.',
  ),
  writeOffAccount: nullable(account, 'Where what was given up is booked.'),
});

type Accounts = ReturnType<typeof parseDatev>;

/** Most rows that DATEV takes in one file. */
const mostRows = 99_999;

const parseDatev = (input: InputOf<typeof datevInput>) => parseInput(datevInput, input, rules);

const rules: Rules<Record<string, unknown>> = (given) => {
  const fields = given as Partial<Accounts>;
  const { accountLength = 4, fiscalYearStart, from, to } = fields;
  const errors: FieldError[] = [...inOrder({ from: from ?? null, to: to ?? null })];
  const digits = (
    path: string,
    number: number | null | undefined,
    wanted: number,
    exactly = false,
  ) => {
    const { length } = String(number ?? '');
    if (length === 0 || (exactly ? length === wanted : length <= wanted)) return;
    const message = `must have ${exactly ? '' : 'at most '}${wanted} digits`;
    errors.push({ path, code: 'out_of_range', message });
  };
  fields.revenueAccounts?.forEach((one, index) => {
    digits(`revenueAccounts.${index}.account`, one.account, accountLength);
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

export interface DatevFile {
  name: string;
  bytes: Buffer;
  rows: number;
}

/**
 * The bookings of a time as a file in the DATEV format: each invoice on its client's account against revenue, a row for each tax rate, and each
 * credit note on the other side;
 * each payment, what was taken back of it and what was given up. What has no account, or cannot be booked by rates, is told, each by its
 * field, and nothing is written then.
 * @throws ActionError missing_scope, not_for_role, invalid_input
 */
export async function datevFile(
  context: Context,
  input: InputOf<typeof datevInput>,
): Promise<DatevFile> {
  requireWhole(context, 'clients', 'invoices');
  const accounts = parseDatev(input);
  const [from, to] = [formatDate(accounts.from), formatDate(accounts.to)];
  const inCurrency = accounts.currency ?? context.workspace.currency;
  const entries = await bookedEntries(context, { from, to });
  const others = [...new Set(entries.map((entry) => entry.currency))].filter(
    (one) => one !== inCurrency,
  );
  if (others.length > 0 && accounts.leaveOutOtherCurrencies === null) {
    const message = `has bookings in ${others.join(', ')} as well: ask for each currency, with leaveOutOtherCurrencies YES`;
    throw invalidInput([{ path: 'currency', code: 'several_currencies', message }]);
  }
  const rows = rowsOf(
    entries.filter((entry) => entry.currency === inCurrency),
    accounts,
  );
  if (rows.length > mostRows) {
    const message = `makes ${rows.length} rows; a file has at most ${mostRows}`;
    throw invalidInput([{ path: 'to', code: 'too_many', message }]);
  }
  const { accountLength, clientNumber, consultantNumber, label } = accounts;
  const header = {
    ...{ made: context.now, accountLength, clientNumber, consultantNumber, from, label, to },
    ...{ currency: inCurrency, fiscalYearStart: formatDate(accounts.fiscalYearStart) },
  };
  const name = `EXTF_Buchungsstapel_${from}_${to}.csv`;
  return { name, bytes: windows1252(datevText(header, rows)), rows: rows.length };
}

/** How each kind of bookings is written. Of a kind that is added nothing is written before it is said, and the file is refused. */
const ways: Readonly<Record<string, 'DOCUMENT' | 'MONEY' | 'LOSS'>> = {
  INVOICE: 'DOCUMENT',
  CREDIT_NOTE: 'DOCUMENT',
  PAYMENT: 'MONEY',
  PAYMENT_REVERSED: 'MONEY',
  REFUND: 'MONEY',
  WRITE_OFF: 'LOSS',
};

/** @throws ActionError invalid_input, which names each account that is missing once */
function rowsOf(entries: readonly BookedEntry[], accounts: Accounts): DatevRow[] {
  const debtors = new Map(accounts.debtors.map((one) => [one.clientId, one.account]));
  const money = new Map(accounts.moneyAccounts.map((one) => [one.paymentType, one.account]));
  const revenue = new Map(accounts.revenueAccounts.map((one) => [one.rate.toString(), one]));
  const faults = new Map<string, FieldError>();
  const fault = (path: string, code: string, message: string) => {
    faults.set(`${path} ${message}`, { path, code, message });
  };
  const rows = entries.flatMap((entry): DatevRow[] => {
    const { amount, clientId, clientName, kind, number, paymentType } = entry;
    const debtor = debtors.get(clientId) ?? accounts.debtorAccount;
    const row = {
      currency: entry.currency,
      date: formatDate(entry.date),
      document: kind === 'CREDIT_NOTE' ? (entry.reference ?? number) : number,
      text: clientName,
      taxKey: null,
      dueDate: null,
    };
    const way = ways[kind];
    if (way === undefined) {
      fault('from', 'not_booked', `has bookings of the kind ${kind}, which are made by hand`);
      return [];
    }
    if (way === 'DOCUMENT') {
      const groups = groupsOf(entry);
      if (groups === undefined) {
        const message = `invoice ${number} has taxes upon taxes or several on one amount, or is rounded, withheld of or paid before: book it by hand`;
        fault('revenueAccounts', 'not_by_rates', message);
        return [];
      }
      return groups.flatMap((group) => {
        const found = revenue.get(group.rate.toString());
        if (!found) fault('revenueAccounts', 'required', `must have the rate ${group.rate}`);
        const { account: contraAccount = 0, taxKey = null } = found ?? {};
        const dueDate = entry.dueDate && formatDate(entry.dueDate);
        const booked = { ...row, account: debtor, contraAccount, taxKey, dueDate };
        return signed(booked, group.gross);
      });
    }
    if (way === 'LOSS') {
      const { writeOffAccount } = accounts;
      if (writeOffAccount === null) {
        fault('writeOffAccount', 'required', 'is required, since something was given up');
      }
      return signed({ ...row, account: debtor, contraAccount: writeOffAccount ?? 0 }, amount);
    }
    const bank = (paymentType && money.get(paymentType)) ?? accounts.bankAccount;
    return signed({ ...row, account: bank, contraAccount: debtor }, amount.negated());
  });
  if (faults.size > 0) throw invalidInput([...faults.values()]);
  return rows;
}

/** A row of an amount: what is below 0 stands on the other side, and what is 0 nowhere. */
function signed(row: Omit<DatevRow, 'amount' | 'side'>, amount: Decimal): DatevRow[] {
  if (amount.isZero()) return [];
  const digits = Math.max(2, amount.decimalPlaces());
  return [{ ...row, amount: amount.abs().toFixed(digits), side: amount.isNegative() ? 'H' : 'S' }];
}
