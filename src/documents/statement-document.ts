import type {
  AccountStatement,
  AccountStatementCurrency,
  AccountStatementEntry,
} from '../domain/accounting/account-statement.ts';
import type { LedgerEntryKind } from '../domain/accounting/ledger-entries.ts';
import type { Client, Workspace } from '../generated/prisma/client.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/document-locale.ts';
import { fillPlaceholders, pickDocumentLocale } from '../locales/document-locale.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import type { LabelledAmount } from './invoice-document.ts';
import type { Party } from './party.ts';
import { buildParty } from './party.ts';
import {
  dateText,
  fileNameText,
  moneyText,
  visibleOrNull,
  visibleText,
} from './text-formatting.ts';

export interface StatementLine {
  date: string;
  text: string;
  /** Due date, or reference of the payment. */
  detail: string | null;
  amount: string;
  balance: string;
}

export interface StatementPart {
  currency: string;
  opening: LabelledAmount;
  lines: StatementLine[];
  closing: LabelledAmount;
}

/** All texts of a statement of account, for PDF and page. */
export interface StatementDocument {
  /** BCP 47. */
  language: string;
  words: DocumentTexts;
  pageSize: Workspace['pageSize'];
  title: string;
  fileName: string;
  seller: Party;
  client: Party;
  /** For example "1 January 2026 to 31 December 2026". */
  period: string;
  parts: StatementPart[];
  /** Text for a statement without parts. */
  emptyText: string;
  writtenAt: Date;
}

const textKeyByKind = {
  INVOICE: 'bookedInvoice',
  VOIDED: 'bookedVoid',
  CREDIT_NOTE: 'bookedCreditNote',
  PAYMENT: 'bookedPayment',
  PAYMENT_REVERSED: 'bookedReversal',
  REFUND: 'bookedRefund',
  WRITE_OFF: 'bookedWriteOff',
  REOPENED: 'bookedReopened',
} as const satisfies Record<LedgerEntryKind, keyof DocumentTexts>;

/** In the client's language, otherwise the workspace's. */
export function buildStatementDocument(
  { accounts, from, to }: AccountStatement,
  { client, now, workspace }: { client: Client; now: Date; workspace: Workspace },
): StatementDocument {
  const locale = pickDocumentLocale(client.language, workspace.language);
  const { language, words } = locale;
  const { phone, taxLabel, website } = workspace;
  const dateTexts = { from: dateText(from, language), to: dateText(to, language) };
  return {
    language,
    words,
    title: words.statement,
    fileName: `${fileNameText(words.statement, client.name, formatDate(to))}.pdf`,
    seller: buildParty(workspace, taxLabel, locale, [phone, website]),
    pageSize: workspace.pageSize,
    client: buildParty(client, taxLabel, locale),
    period: fillPlaceholders(words.statementPeriod, dateTexts),
    parts: accounts.map((account) => partOf(account, dateTexts, locale)),
    emptyText: words.statementNothing,
    writtenAt: now,
  };
}

function partOf(
  { closing, currency, entries, opening }: AccountStatementCurrency,
  { from, to }: { from: string; to: string },
  locale: DocumentLocale,
): StatementPart {
  const { language, words } = locale;
  const money = (amount: Decimal) => moneyText(amount, currency, language);
  return {
    currency,
    opening: { label: fillPlaceholders(words.openBefore, { date: from }), amount: money(opening) },
    lines: entries.map((entry) => lineOf(entry, money, locale)),
    closing: { label: fillPlaceholders(words.openAtEnd, { date: to }), amount: money(closing) },
  };
}

function lineOf(
  entry: AccountStatementEntry,
  money: (amount: Decimal) => string,
  { language, words }: DocumentLocale,
): StatementLine {
  const { amount, balance, date, dueDate, kind, number, reference } = entry;
  const due = dueDate && fillPlaceholders(words.dueOn, { date: dateText(dueDate, language) });
  return {
    date: dateText(date, language),
    text: fillPlaceholders(words[textKeyByKind[kind]], { number: visibleText(number) }),
    detail: due ?? visibleOrNull(reference),
    amount: money(amount),
    balance: money(balance),
  };
}
