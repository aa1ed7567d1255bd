import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { accountOfRate, missingRate, signed } from './datev-accounts.ts';
import type { DatevExpense } from './datev-expenses.ts';
import { toExpenseRows } from './datev-expenses.ts';
import type { DatevOptions } from './datev-fields.ts';
import type { DatevRow } from './datev-format.ts';
import type { LedgerEntryWithTaxes, LedgerTaxGroup } from './ledger-tax-groups.ts';
import { splitByTaxRate, splitWriteOffByTaxRate } from './ledger-tax-groups.ts';

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
export function toDatevRows(
  entries: readonly LedgerEntryWithTaxes[],
  expenses: readonly DatevExpense[],
  options: DatevOptions,
): DatevRow[] {
  const builder = new RowBuilder(options);
  builder.requireEntriesOfManualBookings(entries, expenses);
  const rows = [
    ...entries.flatMap((entry) => builder.rowsOf(entry)),
    ...toExpenseRows(expenses, options, builder.addError),
  ];
  const errors = builder.errors();
  if (errors.length > 0) throw invalidInputError(errors);
  return rows;
}

type RowWithoutAccount = Omit<DatevRow, 'account' | 'contraAccount' | 'amount' | 'side'>;

class RowBuilder {
  readonly #options: DatevOptions;
  readonly #debtors: ReadonlyMap<string, number>;
  readonly #moneyAccounts: ReadonlyMap<string, number>;
  readonly #bookedByHand: ReadonlySet<string>;
  readonly #errors = new Map<string, FieldError>();

  constructor(options: DatevOptions) {
    const { bookedByHand, debtors, moneyAccounts } = options;
    this.#options = options;
    this.#debtors = new Map(debtors.map(({ account, clientId }) => [clientId, account]));
    this.#moneyAccounts = new Map(
      moneyAccounts.map(({ account, paymentType }) => [paymentType, account]),
    );
    this.#bookedByHand = new Set(bookedByHand);
  }

  errors(): FieldError[] {
    return [...this.#errors.values()];
  }

  readonly addError = (path: string, code: string, message: string): void => {
    this.#errors.set(`${path} ${message}`, { path, code, message });
  };

  requireEntriesOfManualBookings(
    entries: readonly LedgerEntryWithTaxes[],
    expenses: readonly DatevExpense[],
  ): void {
    const documents = entries.filter(({ kind }) => layoutByKind[kind] === 'DOCUMENT');
    const numbers = new Set([
      ...documents.map(({ number }) => number),
      ...expenses.map(({ id }) => id),
    ]);
    for (const [index, number] of this.#options.bookedByHand.entries()) {
      if (numbers.has(number)) continue;
      const message = `has no booking in these days: no invoice ${number} was issued, voided or credited`;
      this.addError(`bookedByHand.${index}`, 'not_booked', message);
    }
  }

  rowsOf(entry: LedgerEntryWithTaxes): DatevRow[] {
    const { amount, clientId, kind, number, paymentType } = entry;
    const debtor = this.#debtors.get(clientId) ?? this.#options.debtorAccount;
    const row = {
      currency: entry.currency,
      date: formatDate(entry.date),
      document: kind === 'CREDIT_NOTE' ? (entry.reference ?? number) : number,
      text: entry.clientName,
      taxKey: null,
      dueDate: null,
    };
    const layout = layoutByKind[kind];
    if (layout === undefined) {
      this.addError('from', 'not_booked', `has ${kind} bookings, which need manual entry`);
      return [];
    }
    if (layout === 'DOCUMENT') return this.#documentRows(entry, row, debtor);
    if (layout === 'LOSS') return this.#lossRows(entry, row, debtor);
    const moneyAccount = paymentType && this.#moneyAccounts.get(paymentType);
    const account = moneyAccount ?? this.#options.bankAccount;
    return signed({ ...row, account, contraAccount: debtor }, amount.negated());
  }

  #documentRows(entry: LedgerEntryWithTaxes, row: RowWithoutAccount, account: number): DatevRow[] {
    const { number } = entry;
    const { revenueAccounts } = this.#options;
    if (this.#bookedByHand.has(number)) return [];
    const groups = splitByTaxRate(entry);
    if (groups === undefined) {
      const message = `invoice ${number} has compound taxes, several taxes on one amount, rounding, withholding or prepayments: book it manually and add it to bookedByHand`;
      this.addError('revenueAccounts', 'not_by_rates', message);
      return [];
    }
    return groups.flatMap((group) => {
      const rateAccount = accountOfRate(revenueAccounts, group);
      if (!rateAccount)
        this.addError('revenueAccounts', 'required', missingRate(group, revenueAccounts));
      const { account: contraAccount = 0, taxKey = null } = rateAccount ?? {};
      const dueDate = entry.dueDate && formatDate(entry.dueDate);
      return signed({ ...row, account, contraAccount, taxKey, dueDate }, group.gross);
    });
  }

  #lossRows(entry: LedgerEntryWithTaxes, row: RowWithoutAccount, account: number): DatevRow[] {
    const { writeOffAccount, writeOffAccounts } = this.#options;
    const groups = splitWriteOffByTaxRate(entry) ?? [{ gross: entry.amount, rate: null }];
    return groups.flatMap((group) => {
      const rateAccount = group.rate ? accountOfRate(writeOffAccounts, group) : undefined;
      const contraAccount = rateAccount?.account ?? writeOffAccount;
      if (contraAccount === null) this.addError(...missingWriteOffAccount(group, this.#options));
      const { taxKey = null } = rateAccount ?? {};
      return signed({ ...row, account, contraAccount: contraAccount ?? 0, taxKey }, group.gross);
    });
  }
}

const missingWriteOffAccount = (
  group: LedgerTaxGroup | { rate: null },
  { writeOffAccounts }: DatevOptions,
): [path: string, code: string, message: string] =>
  group.rate && writeOffAccounts.length > 0
    ? ['writeOffAccounts', 'required', missingRate(group, writeOffAccounts)]
    : ['writeOffAccount', 'required', 'is required because an amount was written off'];
