import encodeQR from 'qr';
import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { DocumentTexts } from '../locales/document-locale.ts';
import type { Decimal } from '../platform/money/money.ts';
import { visibleText } from './text-formatting.ts';

export interface BankTransfer {
  /** Account holder, account and reference. */
  rows: { label: string; value: string }[];
  /** Dark modules by row. Null if no banking app could read it. */
  code: boolean[][] | null;
  codeLabel: string;
}

interface Account {
  name: string;
  accountHolder?: string | null;
  iban?: string | null;
  bic?: string | null;
}

const epcLimits = { holder: 70, reference: 140, amount: 999_999_999.99 };

/**
 * If the workspace has an account and an amount is due. Amounts in euros get an EPC QR code, except
 * on drafts.
 */
export function bankTransferOf(
  account: Account,
  invoice: InvoiceRecord,
  texts: DocumentTexts,
): BankTransfer | null {
  const { bic, iban } = account;
  const { amountDue, currency, invoiceNumberFormatted, status } = invoice;
  const isOpen = !['PAID', 'VOIDED', 'WRITE_OFF'].includes(status) && amountDue.greaterThan(0);
  if (!iban || !isOpen) return null;
  const holder = visibleText(account.accountHolder ?? account.name);
  const reference = visibleText(invoiceNumberFormatted);
  const rows = [
    { label: texts.accountHolder, value: holder },
    { label: 'IBAN', value: iban.replace(/(.{4})(?=.)/g, '$1\u00a0') },
    ...(bic ? [{ label: 'BIC', value: bic }] : []),
    { label: texts.reference, value: reference },
  ];
  const hasCode =
    currency === 'EUR' && status !== 'DRAFT' && amountDue.lessThanOrEqualTo(epcLimits.amount);
  const code = hasCode
    ? encodeTransferQrCode({ holder, iban, bic: bic ?? '', amount: amountDue, reference })
    : null;
  return { rows, code, codeLabel: texts.transferCode };
}

/** Light border that cameras need. */
export const qrQuietZoneModules = 4;

/** EPC069-12, version 002, UTF-8, error correction level M. */
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

/** Without purpose, structured reference and note. */
function payloadOf(transfer: Parameters<typeof encodeTransferQrCode>[0]): string {
  const { amount, bic, holder, iban, reference } = transfer;
  return [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    truncate(holder, epcLimits.holder),
    iban,
    `EUR${amount.toFixed(2)}`,
    '',
    '',
    truncate(reference, epcLimits.reference),
  ].join('\n');
}

function truncate(text: string, maxLength: number): string {
  return Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, maxLength).join('');
}

export function darkModuleRuns(
  code: readonly boolean[][],
): { x: number; y: number; length: number }[] {
  return code.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(({ 0: run, index: x }) => ({ x, y, length: run.length }));
  });
}
