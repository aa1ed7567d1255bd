import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule, startOfLastTwelveMonths } from '../../platform/input/date-ranges.ts';
import { date, recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, required } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { ledgerEntriesSql, ledgerEntryKindOrderSql } from './ledger-entries.ts';

export const accountStatementInput = inputObject(
  'Statement',
  'Whose account, between which days.',
  {
    clientId: required(recordIdType, 'The client.'),
    from: nullable(
      date,
      'First day. Default: the first day of the month eleven months before the last day.',
    ),
    to: nullable(date, 'Last day. Default: today.'),
  },
);

export interface AccountStatementEntry extends LedgerEntry {
  /** The amount owed after this entry; negative after an overpayment. */
  balance: Decimal;
}

export interface AccountStatementCurrency {
  currency: string;
  /** The balance before the first day. */
  opening: Decimal;
  entries: AccountStatementEntry[];
  /** Sums of the positive and negative entries. */
  charged: Decimal;
  credited: Decimal;
  /** The balance after the last day. */
  closing: Decimal;
}

export interface AccountStatement {
  clientId: string;
  from: Date;
  to: Date;
  /** Empty if the client has neither entries nor a balance. */
  accounts: AccountStatementCurrency[];
}

const maxEntries = 5_000;

type Row = Omit<LedgerEntry, 'kind'> & { kind: LedgerEntry['kind'] | 'OPENING' };

/**
 * Both days are included. One SQL statement reads all numbers, so they are consistent.
 * @throws ActionError missing_scope, not_for_role, record_not_found, invalid_input
 */
export async function getAccountStatement(
  context: Context,
  input: InputOf<typeof accountStatementInput>,
): Promise<AccountStatement> {
  requireUnrestrictedAccess(context, 'clients', 'invoices');
  const { accountId, db, names, now, workspace } = context;
  const { clientId: id, from, to } = parseInput(accountStatementInput, input, rangeOrderRule);
  const clientReference = { id, nameField: 'clientName', idField: 'clientId' };
  const clientId = (await resolveReference(names, 'client', clientReference)) ?? id;
  const last = to ? formatDate(to) : todayIn(workspace.timeZone, now);
  const first = from ? formatDate(from) : startOfLastTwelveMonths(last);
  const filter = { accountId, timeZone: workspace.timeZone, clientId, to: last };
  const rows = await db.$queryRaw<Row[]>`
    WITH booked AS MATERIALIZED (${ledgerEntriesSql(filter)}), statement_rows AS (
      SELECT * FROM booked WHERE date >= ${first}::date
      UNION ALL
      SELECT 'OPENING', '', ${first}::date, ${clientId}, currency, sum(amount), '', '', NULL, NULL
      FROM booked WHERE date < ${first}::date GROUP BY currency HAVING sum(amount) <> 0
    )
    SELECT * FROM statement_rows
    ORDER BY currency, kind <> 'OPENING', date, ${ledgerEntryKindOrderSql}, ${Prisma.raw('"invoiceId", id')} LIMIT ${maxEntries + 1}`;
  if (rows.length > maxEntries) {
    const message = `is too early: a statement has at most ${maxEntries} lines`;
    throw invalidInputError([{ path: 'from', code: 'too_many', message }]);
  }
  return { clientId, from: dateToDb(first), to: dateToDb(last), accounts: accountsOf(rows) };
}

function accountsOf(rows: readonly Row[]): AccountStatementCurrency[] {
  const byCurrency = new Map<string, AccountStatementCurrency>();
  for (const row of rows) {
    const { amount, currency, kind } = row;
    const account = byCurrency.get(currency) ?? emptyAccount(currency);
    byCurrency.set(currency, account);
    account.closing = account.closing.plus(amount);
    if (kind === 'OPENING') account.opening = amount;
    else {
      const side = amount.isNegative() ? 'credited' : 'charged';
      account[side] = account[side].plus(amount.abs());
      account.entries.push({ ...row, kind, balance: account.closing });
    }
  }
  return [...byCurrency.values()];
}

function emptyAccount(currency: string): AccountStatementCurrency {
  const zero = new Decimal(0);
  const sums = { opening: zero, charged: zero, credited: zero, closing: zero };
  return { currency, entries: [], ...sums };
}

export function accountStatementUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { clientId, from, to }: Pick<AccountStatement, 'clientId' | 'from' | 'to'>,
  form: '' | '.pdf' = '',
): string {
  const days = `from=${formatDate(from)}&to=${formatDate(to)}`;
  return `${publicUrl}/books/statement${form}?clientId=${clientId}&${days}`;
}
