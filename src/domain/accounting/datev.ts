import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import type { DatevOptions, datevInput } from './datev-fields.ts';
import { parseDatevInput } from './datev-fields.ts';
import type { DatevRow } from './datev-format.ts';
import { encodeWindows1252, formatDatevFile } from './datev-format.ts';
import type { LedgerEntryWithTaxes, LedgerTaxGroup } from './ledger-tax-groups.ts';
import {
  listLedgerEntriesWithTaxes,
  splitByTaxRate,
  splitWriteOffByTaxRate,
} from './ledger-tax-groups.ts';

/** The limit of DATEV per file. */
const maxRows = 99_999;

export interface DatevFile {
  name: string;
  bytes: Buffer;
  rows: number;
}

/**
 * See docs/datev.md. Missing accounts and invoices that cannot be split by rate are errors. `bookedByHand` omits
 * invoices, but not their payments.
 * @throws ActionError missing_scope, not_for_role, invalid_input
 */
export async function createDatevFile(
  context: Context,
  input: InputOf<typeof datevInput>,
): Promise<DatevFile> {
  requireUnrestrictedAccess(context, 'clients', 'invoices');
  const accounts = parseDatevInput(input);
  const [from, to] = [formatDate(accounts.from), formatDate(accounts.to)];
  const inCurrency = accounts.currency ?? context.workspace.currency;
  const entries = await listLedgerEntriesWithTaxes(context, { from, to });
  const others = [...new Set(entries.map((entry) => entry.currency))].filter(
    (one) => one !== inCurrency,
  );
  if (others.length > 0 && accounts.leaveOutOtherCurrencies === null) {
    const message = `also has bookings in ${others.join(', ')}: request each currency on its own, with leaveOutOtherCurrencies YES`;
    throw invalidInputError([{ path: 'currency', code: 'several_currencies', message }]);
  }
  const rows = rowsOf(
    entries.filter((entry) => entry.currency === inCurrency),
    accounts,
  );
  if (rows.length > maxRows) {
    const message = `results in ${rows.length} rows; the maximum of a file is ${maxRows}`;
    throw invalidInputError([{ path: 'to', code: 'too_many', message }]);
  }
  const { accountLength, clientNumber, consultantNumber, label } = accounts;
  const header = {
    ...{ createdAt: context.now, accountLength, clientNumber, consultantNumber, from, label, to },
    ...{ currency: inCurrency, fiscalYearStart: formatDate(accounts.fiscalYearStart) },
  };
  const name = `EXTF_Buchungsstapel_${from}_${to}.csv`;
  return { name, bytes: encodeWindows1252(formatDatevFile(header, rows)), rows: rows.length };
}

/** An unknown kind is an error, so that no entry is lost. */
const layoutByKind: Readonly<Record<string, 'DOCUMENT' | 'MONEY' | 'LOSS'>> = {
  INVOICE: 'DOCUMENT',
  VOIDED: 'DOCUMENT',
  CREDIT_NOTE: 'DOCUMENT',
  PAYMENT: 'MONEY',
  PAYMENT_REVERSED: 'MONEY',
  REFUND: 'MONEY',
  WRITE_OFF: 'LOSS',
  REOPENED: 'LOSS',
};

/** @throws ActionError invalid_input, with each missing account once */
function rowsOf(entries: readonly LedgerEntryWithTaxes[], accounts: DatevOptions): DatevRow[] {
  const debtors = new Map(accounts.debtors.map((one) => [one.clientId, one.account]));
  const money = new Map(accounts.moneyAccounts.map((one) => [one.paymentType, one.account]));
  const errors = new Map<string, FieldError>();
  const addError = (path: string, code: string, message: string) => {
    errors.set(`${path} ${message}`, { path, code, message });
  };
  const byHand = new Set(accounts.bookedByHand);
  const documents = entries.filter(({ kind }) => layoutByKind[kind] === 'DOCUMENT');
  const numbers = new Set(documents.map(({ number }) => number));
  accounts.bookedByHand.forEach((number, index) => {
    if (numbers.has(number)) return;
    const message = `has no booking in these days: no invoice ${number} was issued, voided or credited`;
    addError(`bookedByHand.${index}`, 'not_booked', message);
  });
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
    const layout = layoutByKind[kind];
    if (layout === undefined) {
      addError('from', 'not_booked', `has ${kind} bookings, which need manual entry`);
      return [];
    }
    if (layout === 'DOCUMENT') {
      if (byHand.has(number)) return [];
      const groups = splitByTaxRate(entry);
      if (groups === undefined) {
        const message = `invoice ${number} has compound taxes, several taxes on one amount, rounding, withholding or prepayments: book it manually and add it to bookedByHand`;
        addError('revenueAccounts', 'not_by_rates', message);
        return [];
      }
      return groups.flatMap((group) => {
        const found = accountOfRate(accounts.revenueAccounts, group);
        if (!found)
          addError('revenueAccounts', 'required', missingRate(group, accounts.revenueAccounts));
        const { account: contraAccount = 0, taxKey = null } = found ?? {};
        const dueDate = entry.dueDate && formatDate(entry.dueDate);
        const booked = { ...row, account: debtor, contraAccount, taxKey, dueDate };
        return signed(booked, group.gross);
      });
    }
    if (layout === 'LOSS') {
      const { writeOffAccount, writeOffAccounts } = accounts;
      const groups = splitWriteOffByTaxRate(entry);
      const parts = groups ?? [{ gross: amount, rate: null }];
      return parts.flatMap((part) => {
        const found = part.rate ? accountOfRate(writeOffAccounts, part) : undefined;
        const contraAccount = found?.account ?? writeOffAccount;
        if (contraAccount === null) addError(...missingWriteOffAccount(part, accounts));
        const { taxKey = null } = found ?? {};
        const booked = { ...row, account: debtor, contraAccount: contraAccount ?? 0, taxKey };
        return signed(booked, part.gross);
      });
    }
    const bank = (paymentType && money.get(paymentType)) ?? accounts.bankAccount;
    return signed({ ...row, account: bank, contraAccount: debtor }, amount.negated());
  });
  if (errors.size > 0) throw invalidInputError([...errors.values()]);
  return rows;
}

type RateAccount = DatevOptions['revenueAccounts'][number];

/** The account of the category has precedence. */
function accountOfRate(accounts: readonly RateAccount[], { category, rate }: LedgerTaxGroup) {
  const ofRate = accounts.filter((one) => one.rate.equals(rate));
  const own = category && ofRate.find((one) => one.category === category);
  return own ?? ofRate.find((one) => one.category === null);
}

/** Names the category if other categories of the rate have accounts. */
function missingRate({ category, rate }: LedgerTaxGroup, accounts: readonly RateAccount[]): string {
  const isOfOthers = accounts.some((one) => one.rate.equals(rate));
  const others =
    category === null ? 'without a category' : `with the category ${category}, or none`;
  return `must contain the rate ${rate}${isOfOthers ? ` ${others}` : ''}`;
}

const missingWriteOffAccount = (
  part: LedgerTaxGroup | { rate: null },
  { writeOffAccounts }: DatevOptions,
): [path: string, code: string, message: string] =>
  part.rate && writeOffAccounts.length > 0
    ? ['writeOffAccounts', 'required', missingRate(part, writeOffAccounts)]
    : ['writeOffAccount', 'required', 'is required because an amount was written off'];

/** A negative amount is on the other side. 0 has no row. */
function signed(row: Omit<DatevRow, 'amount' | 'side'>, amount: Decimal): DatevRow[] {
  if (amount.isZero()) return [];
  const digits = Math.max(2, amount.decimalPlaces());
  return [{ ...row, amount: amount.abs().toFixed(digits), side: amount.isNegative() ? 'H' : 'S' }];
}
