import type { BookingKind } from '../domain/accounting/ledger-entries.ts';
import type { Statement, StatementAccount, StatementEntry } from '../domain/accounting/account-statement.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import type { Client, Workspace } from '../generated/prisma/client.ts';
import type { Sum } from './invoice-document.ts';
import type { Party } from './party.ts';
import { party } from './party.ts';
import { dateText, fileNameText, moneyText, visibleOrNull, visibleText } from './text-formatting.ts';
import type { Speech, Words } from '../locales/documents/index.ts';
import { filled, speechOf } from '../locales/documents/index.ts';

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
  /** What it is written in, as BCP 47 names it. */
  language: string;
  /** What it says besides, in that language. */
  words: Words;
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

const wordOf = {
  INVOICE: 'bookedInvoice',
  VOIDED: 'bookedVoid',
  CREDIT_NOTE: 'bookedCreditNote',
  PAYMENT: 'bookedPayment',
  PAYMENT_REVERSED: 'bookedReversal',
  REFUND: 'bookedRefund',
  WRITE_OFF: 'bookedWriteOff',
  REOPENED: 'bookedReopened',
} as const satisfies Record<BookingKind, keyof Words>;

/** Writes out a statement, in the client's language, else the workspace's. */
export function statementDocument(
  { accounts, from, to }: Statement,
  { client, now, workspace }: { client: Client; now: Date; workspace: Workspace },
): StatementDocument {
  const speech = speechOf(client.language, workspace.language);
  const { language, words } = speech;
  const { phone, taxLabel, website } = workspace;
  const days = { from: dateText(from, language), to: dateText(to, language) };
  return {
    language,
    words,
    title: words.statement,
    fileName: `${fileNameText(words.statement, client.name, formatDate(to))}.pdf`,
    seller: party(workspace, taxLabel, speech, [phone, website]),
    pageSize: workspace.pageSize,
    client: party(client, taxLabel, speech),
    period: filled(words.statementPeriod, days),
    parts: accounts.map((account) => partOf(account, days, speech)),
    nothing: words.statementNothing,
    writtenAt: now,
  };
}

function partOf(
  { closing, currency, entries, opening }: StatementAccount,
  { from, to }: { from: string; to: string },
  speech: Speech,
): StatementPart {
  const { language, words } = speech;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  return {
    currency,
    opening: { label: filled(words.openBefore, { date: from }), amount: money(opening) },
    lines: entries.map((entry) => lineOf(entry, money, speech)),
    closing: { label: filled(words.openAtEnd, { date: to }), amount: money(closing) },
  };
}

function lineOf(
  entry: StatementEntry,
  money: (amount: Decimal) => string,
  { language, words }: Speech,
): StatementLine {
  const { amount, balance, date, dueDate, kind, number, reference } = entry;
  const due = dueDate && filled(words.dueOn, { date: dateText(dueDate, language) });
  return {
    date: dateText(date, language),
    text: filled(words[wordOf[kind]], { number: visibleText(number) }),
    detail: due ?? visibleOrNull(reference),
    amount: money(amount),
    balance: money(balance),
  };
}
