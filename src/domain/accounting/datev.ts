import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import { listDatevExpenses } from './datev-expenses.ts';
import type { datevInput } from './datev-fields.ts';
import { parseDatevInput } from './datev-fields.ts';
import { encodeWindows1252, formatDatevFile } from './datev-format.ts';
import { toDatevRows } from './datev-rows.ts';
import { listLedgerEntriesWithTaxes } from './ledger-tax-groups.ts';

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
  const currency = accounts.currency ?? context.workspace.currency;
  const hasExpenses = accounts.expenseAccounts.length > 0;
  if (hasExpenses) requireUnrestrictedAccess(context, 'expenses');
  const entries = await listLedgerEntriesWithTaxes(context, { from, to });
  const expenses = hasExpenses ? await listDatevExpenses(context, { from, to }) : [];
  const currencies = [...entries, ...expenses].map((entry) => entry.currency);
  const otherCurrencies = [...new Set(currencies)].filter((other) => other !== currency);
  if (otherCurrencies.length > 0 && accounts.leaveOutOtherCurrencies === null) {
    const message = `also has bookings in ${otherCurrencies.join(', ')}: request each currency on its own, with leaveOutOtherCurrencies YES`;
    throw invalidInputError([{ path: 'currency', code: 'several_currencies', message }]);
  }
  const rows = toDatevRows(
    entries.filter((entry) => entry.currency === currency),
    expenses.filter((expense) => expense.currency === currency),
    accounts,
  );
  if (rows.length > maxRows) {
    const message = `results in ${rows.length} rows; the maximum of a file is ${maxRows}`;
    throw invalidInputError([{ path: 'to', code: 'too_many', message }]);
  }
  const { accountLength, clientNumber, consultantNumber, label } = accounts;
  const header = {
    ...{ createdAt: context.now, accountLength, clientNumber, consultantNumber, from, label, to },
    ...{ currency, fiscalYearStart: formatDate(accounts.fiscalYearStart) },
  };
  const name = `EXTF_Buchungsstapel_${from}_${to}.csv`;
  return { name, bytes: encodeWindows1252(formatDatevFile(header, rows)), rows: rows.length };
}
