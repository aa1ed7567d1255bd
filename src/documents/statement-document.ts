import type { BookingKind } from '../domain/books/bookings.ts';
import type { Statement, StatementAccount, StatementEntry } from '../domain/books/statement.ts';
import type { Decimal } from '../domain/kernel/money.ts';
import type { Client, Workspace } from '../generated/prisma/client.ts';
import type { Sum } from './document.ts';
import type { Party } from './party.ts';
import { party } from './party.ts';
import { dateText, moneyText, visibleOrNull, visibleText } from './texts.ts';
import { speechOf } from './words/index.ts';

/** Statements are English as yet. */
const { words: english } = speechOf();

/** A line of a statement, written out. */
export interface StatementLine {
  date: string;
  text: string;
  /** By when it is to be paid, or the number of the transfer. */
  detail: string | null;
  amount: string;
  balance: string;
}

/** A statement in one currency, written out. */
export interface StatementPart {
  currency: string;
  opening: Sum;
  lines: StatementLine[];
  closing: Sum;
}

/** A statement of account as its client is shown it: every text written out, once, for PDF and page alike. */
export interface StatementDocument {
  pageSize: Workspace['pageSize'];
  title: string;
  fileName: string;
  seller: Party;
  client: Party;
  /** "1 January 2026 to 31 December 2026" */
  period: string;
  parts: StatementPart[];
  /** What to say where there is no part. */
  nothing: string;
  /** The moment at which it was written. */
  writtenAt: Date;
}

const words = {
  INVOICE: (number) => `Invoice ${number}`,
  CREDIT_NOTE: (number) => `Credit note of invoice ${number}`,
  PAYMENT: (number) => `Payment of invoice ${number}`,
  PAYMENT_REVERSED: (number) => `Payment of invoice ${number} taken back`,
  REFUND: (number) => `Refund of invoice ${number}`,
  WRITE_OFF: (number) => `Written off of invoice ${number}`,
} as const satisfies Record<BookingKind, (number: string) => string>;

/** Writes out a statement. */
export function statementDocument(
  { accounts, from, to }: Statement,
  { client, now, workspace }: { client: Client; now: Date; workspace: Workspace },
): StatementDocument {
  const seller = party(workspace, workspace.taxLabel, english, [
    workspace.phone,
    workspace.website,
  ]);
  const day = to.toISOString().slice(0, 10);
  const name = visibleText(client.name).replace(/[^A-Za-z0-9._-]+/g, '-');
  return {
    title: 'Statement of account',
    fileName: `Statement-${name}-${day}.pdf`,
    seller,
    pageSize: workspace.pageSize,
    client: party(client, workspace.taxLabel, english),
    period: `${dateText(from)} to ${dateText(to)}`,
    parts: accounts.map((account) => partOf(account, from, to)),
    nothing: 'Nothing was invoiced or paid in this time, and nothing stands open.',
    writtenAt: now,
  };
}

function partOf(
  { closing, currency, entries, opening }: StatementAccount,
  from: Date,
  to: Date,
): StatementPart {
  const money = (amount: Decimal) => moneyText(amount, currency);
  return {
    currency,
    opening: { label: `Open before ${dateText(from)}`, amount: money(opening) },
    lines: entries.map((entry) => lineOf(entry, money)),
    closing: { label: `Open at the end of ${dateText(to)}`, amount: money(closing) },
  };
}

function lineOf(entry: StatementEntry, money: (amount: Decimal) => string): StatementLine {
  const { amount, balance, date, dueDate, kind, number, reference } = entry;
  return {
    date: dateText(date),
    text: words[kind](visibleText(number)),
    detail: dueDate ? `Due ${dateText(dueDate)}` : visibleOrNull(reference),
    amount: money(amount),
    balance: money(balance),
  };
}
