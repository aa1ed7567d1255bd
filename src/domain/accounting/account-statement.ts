import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { rangeOrderRule, startOfLastTwelveMonths } from '../../platform/input/date-ranges.ts';
import { date, recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput, required } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { requireUnrestrictedAccess } from '../../platform/permissions/permissions.ts';
import type { LedgerEntry } from './ledger-entries.ts';
import { ledgerEntriesSql, ledgerEntryKindOrderSql } from './ledger-entries.ts';

/** What stands open between the workspace and a client, and how it came about (decision 58). */

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

/** A line of a statement. */
export interface AccountStatementEntry extends LedgerEntry {
  /** What the client owes after it; less than nothing where it paid too early or too much. */
  balance: Decimal;
}

/** What happened in one currency. */
export interface AccountStatementCurrency {
  currency: string;
  /** What the client owed before the first day. */
  opening: Decimal;
  entries: AccountStatementEntry[];
  /** What was invoiced and what came off again between the days. */
  charged: Decimal;
  credited: Decimal;
  /** What the client owes at the end of the last day. */
  closing: Decimal;
}

export interface AccountStatement {
  clientId: string;
  from: Date;
  to: Date;
  /** By currency; none where nothing happened and nothing stands open. */
  accounts: AccountStatementCurrency[];
}

/** Most lines of a statement: what has more takes a shorter time. */
const mostEntries = 5_000;

type Row = Omit<LedgerEntry, 'kind'> & { kind: LedgerEntry['kind'] | 'OPENING' };

/**
 * The account of a client between two days, both included, by currency: what stood open, each invoice and payment, what stands open. One
 * statement, so that it is of one moment.
 * @throws ActionError missing_scope, not_for_role, record_not_found; invalid_input, also where it would have more than 5,000 lines
 */
export async function getAccountStatement(
  context: Context,
  input: InputOf<typeof accountStatementInput>,
): Promise<AccountStatement> {
  requireUnrestrictedAccess(context, 'clients', 'invoices');
  const { accountId, db, names, now, workspace } = context;
  const { clientId: id, from, to } = parseInput(accountStatementInput, input, rangeOrderRule);
  const which = { id, nameField: 'clientName', idField: 'clientId' };
  const clientId = (await resolveReference(names, 'client', which)) ?? id;
  const last = to ? formatDate(to) : todayIn(workspace.timeZone, now);
  const first = from ? formatDate(from) : startOfLastTwelveMonths(last);
  const filter = { accountId, timeZone: workspace.timeZone, clientId, to: last };
  const rows = await db.$queryRaw<Row[]>`
    WITH booked AS MATERIALIZED (${ledgerEntriesSql(filter)}), told AS (
      SELECT * FROM booked WHERE date >= ${first}::date
      UNION ALL
      SELECT 'OPENING', '', ${first}::date, ${clientId}, currency, sum(amount), '', '', NULL, NULL
      FROM booked WHERE date < ${first}::date GROUP BY currency HAVING sum(amount) <> 0
    )
    SELECT * FROM told
    ORDER BY currency, kind <> 'OPENING', date, ${ledgerEntryKindOrderSql}, ${Prisma.raw('"invoiceId", id')} LIMIT ${mostEntries + 1}`;
  if (rows.length > mostEntries) {
    const message = `is too early: a statement has at most ${mostEntries} lines`;
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
  const nothing = new Decimal(0);
  const sums = { opening: nothing, charged: nothing, credited: nothing, closing: nothing };
  return { currency, entries: [], ...sums };
}

/** Where a statement is read in a browser or downloaded, by who signed in or sends a key. */
export function accountStatementUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { clientId, from, to }: Pick<AccountStatement, 'clientId' | 'from' | 'to'>,
  form: '' | '.pdf' = '',
): string {
  const days = `from=${formatDate(from)}&to=${formatDate(to)}`;
  return `${publicUrl}/books/statement${form}?clientId=${clientId}&${days}`;
}
