import encodeQR from 'qr';
import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { DocumentTexts } from '../locales/documents/index.ts';
import type { Decimal } from '../platform/money/money.ts';
import { visibleText } from './text-formatting.ts';

/** How the amount of an invoice is transferred. */
export interface BankTransfer {
  /** To whom, to which account, and with which reference. */
  rows: { label: string; value: string }[];
  /** The same as a code for the customer's banking app, row by row, dark squares true; null where no bank would read it. */
  code: boolean[][] | null;
  /** What the code is called. */
  codeLabel: string;
}

interface Account {
  name: string;
  accountHolder?: string | null;
  iban?: string | null;
  bic?: string | null;
}

/** What a code of the European Payments Council can carry. */
const most = { holder: 70, reference: 140, amount: 999_999_999.99 };

/**
 * How an invoice is paid by transfer, where the workspace says to which account and something is to be paid. An amount in euros
 * comes with the code EPC069-12; a draft has none, since nobody is to pay it yet.
 */
export function bankTransferOf(
  account: Account,
  invoice: InvoiceRecord,
  words: DocumentTexts,
): BankTransfer | null {
  const { bic, iban } = account;
  const { amountDue, currency, invoiceNumberFormatted, status } = invoice;
  const isOpen = !['PAID', 'VOIDED', 'WRITE_OFF'].includes(status) && amountDue.greaterThan(0);
  if (!iban || !isOpen) return null;
  const holder = visibleText(account.accountHolder ?? account.name);
  const reference = visibleText(invoiceNumberFormatted);
  const rows = [
    { label: words.accountHolder, value: holder },
    { label: 'IBAN', value: iban.replace(/(.{4})(?=.)/g, '$1\u00a0') },
    ...(bic ? [{ label: 'BIC', value: bic }] : []),
    { label: words.reference, value: reference },
  ];
  const hasCode =
    currency === 'EUR' && status !== 'DRAFT' && amountDue.lessThanOrEqualTo(most.amount);
  const code = hasCode
    ? encodeTransferQrCode({ holder, iban, bic: bic ?? '', amount: amountDue, reference })
    : null;
  return { rows, code, codeLabel: words.transferCode };
}

/** Light squares around a code, without which cameras do not find it. */
export const qrQuietZoneModules = 4;

/** The code of a transfer in euros (EPC069-12, version 002), in UTF-8 and with its middle level of correction. */
export function encodeTransferQrCode(transfer: {
  holder: string;
  iban: string;
  bic: string;
  amount: Decimal;
  reference: string;
}): boolean[][] {
  return encodeQR(payloadOf(transfer), 'raw', {
    border: qrQuietZoneModules,
    ecc: 'medium',
    encoding: 'byte',
  });
}

/** What the code says, line by line: no purpose, no structured reference, no note. */
function payloadOf(transfer: Parameters<typeof encodeTransferQrCode>[0]): string {
  const { amount, bic, holder, iban, reference } = transfer;
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    cut(holder, most.holder),
    iban,
    `EUR${amount.toFixed(2)}`,
    '',
    '',
    cut(reference, most.reference),
  ].join('\n');
}

function cut(text: string, letters: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, letters).join('');
}

/** The dark squares of a code as runs of a row: where one begins, and how many there are. */
export function darkModuleRuns(
  code: readonly boolean[][],
): { x: number; y: number; length: number }[] {
  return code.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(({ 0: run, index: x }) => ({ x, y, length: run.length }));
  });
}
