import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { defaultTaxLabel } from '../domain/invoices/tax.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/document-locale.ts';
import { fillPlaceholders, pickDocumentLocale } from '../locales/document-locale.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import { bankTransferOf } from './bank-transfer.ts';
import { documentLines, documentReferences, supplyDates } from './document-amounts.ts';
import { buildDocumentTotals } from './document-totals.ts';
import type {
  DisplayStatus,
  DocumentLayout,
  DocumentLogo,
  InvoiceDocument,
  StoredLogo,
} from './invoice-document.ts';
import { buildParty } from './party.ts';
import {
  dateText,
  fileNameText,
  moneyText,
  visibleOrNull,
  visibleText,
} from './text-formatting.ts';

/**
 * Invisible lines are omitted; the totals include them.
 * @param footer rendered: see `buildInvoiceDocumentWithFooter`
 */
export function buildInvoiceDocument(
  view: InvoiceView,
  footer: string | null = null,
): InvoiceDocument {
  const { logo, today, workspace } = view;
  const invoice = withoutInstructionsWhenSettled(view.invoice);
  const locale = documentLocaleOfInvoice(workspace, invoice);
  const { language, words } = locale;
  const money = (amount: Decimal) => moneyText(amount, invoice.currency, language);
  const number = visibleText(invoice.invoiceNumberFormatted);
  const status = displayStatus(invoice, today, words);
  return {
    language,
    words: invoice.invoiceType === 'DEPOSIT' ? { ...words, invoice: words.depositInvoice } : words,
    number,
    title: fillPlaceholders(words.invoiceNumber, { number }),
    fileName: invoiceFileName(locale, number),
    status,
    accent: workspace.accentColor,
    layout: documentLayoutOf(workspace),
    logo: logo && documentLogo(logo),
    seller: buildParty(workspace, workspace.taxLabel, locale, [workspace.phone, workspace.website]),
    client: buildParty(invoice.clientInfo, workspace.taxLabel, locale),
    dates: documentDates(invoice, locale),
    description: visibleOrNull(invoice.description),
    lines: documentLines(invoice, locale),
    ...buildDocumentTotals(invoice, locale),
    callToAction: callToAction(invoice, status, locale, money(invoice.amountDue)),
    notes: visibleOrNull(invoice.notes),
    paymentInstructions: visibleOrNull(invoice.paymentInstructions),
    transfer: bankTransferOf(workspace, invoice, words),
    footer: visibleOrNull(footer),
    viewOnlineUrl: invoice.viewOnlineUrl,
    writtenAt: invoice.updatedAt,
  };
}

const documentLayoutOf = ({
  invoiceLayout,
  logoPlace,
  pageSize,
}: DocumentLayout): DocumentLayout => ({
  invoiceLayout,
  logoPlace,
  pageSize,
});

/** Only safe characters, whatever the number contains. */
export const invoiceFileName = ({ words }: Pick<DocumentLocale, 'words'>, number: string): string =>
  `${fileNameText(words.invoice, number)}.pdf`;

function documentLogo({ bytes, height, mediaType, updatedAt, width }: StoredLogo): DocumentLogo {
  return { bytes, mediaType, width, height, key: String(updatedAt.getTime()) };
}

/** The footer may also contain payment instructions. */
export function withoutInstructionsWhenSettled(invoice: InvoiceRecord): InvoiceRecord {
  const { amountDue, status } = invoice;
  const isSettled = ['PAID', 'VOIDED', 'WRITE_OFF'].includes(status) || amountDue.isZero();
  return isSettled ? { ...invoice, paymentInstructions: null } : invoice;
}

/**
 * Locale of the client, otherwise of the workspace. The workspace's name of its tax takes
 * precedence.
 */
export function documentLocaleOfInvoice(
  { language, taxLabel }: { language?: string | null; taxLabel?: string | null },
  { clientInfo }: Pick<InvoiceRecord, 'clientInfo'>,
): DocumentLocale {
  const locale = pickDocumentLocale(clientInfo.language, language);
  return taxLabel?.trim() ? { ...locale, usualTax: defaultTaxLabel } : locale;
}

/** Credited in full, independent of the status. */
const isCredited = ({ creditedTotal, total }: Pick<InvoiceRecord, 'creditedTotal' | 'total'>) =>
  !creditedTotal.isZero() && creditedTotal.equals(total);

export function displayStatus(
  invoice: Pick<InvoiceRecord, 'creditedTotal' | 'dueDate' | 'status' | 'total'>,
  today: string,
  words: DocumentTexts,
): DisplayStatus {
  const { dueDate, status } = invoice;
  if (status === 'DRAFT') return { label: words.statusDraft, mood: 'draft' };
  if (isCredited(invoice)) return { label: words.statusCredited, mood: 'closed' };
  if (status === 'PAID') return { label: words.statusPaid, mood: 'paid' };
  if (status === 'VOIDED') return { label: words.statusVoid, mood: 'closed', isVoid: true };
  if (status === 'WRITE_OFF') return { label: words.statusClosed, mood: 'closed' };
  if (formatDate(dueDate) < today) return { label: words.statusOverdue, mood: 'late' };
  return { label: status === 'PARTIAL' ? words.statusPartlyPaid : words.statusDue, mood: 'open' };
}

function callToAction(
  invoice: InvoiceRecord,
  { mood }: DisplayStatus,
  { language, words }: DocumentLocale,
  amount: string,
): string {
  const { dueDate, datePaid, status, total } = invoice;
  if (status === 'VOIDED') return words.isVoid;
  if (status === 'WRITE_OFF') return words.isClosed;
  if (total.isZero()) return words.nothingToPay;
  if (isCredited(invoice)) return words.creditedInFull;
  if (status === 'PAID') {
    return datePaid
      ? fillPlaceholders(words.paidInFullOn, { date: dateText(datePaid, language) })
      : words.paidInFull;
  }
  const values = { amount, date: dateText(dueDate, language) };
  if (status === 'DRAFT') return fillPlaceholders(words.isDraft, values);
  return fillPlaceholders(mood === 'late' ? words.isOverdue : words.pleasePay, values);
}

function documentDates(invoice: InvoiceRecord, locale: DocumentLocale) {
  const { dateCreated, dateIssued, dueDate, datePaid, status } = invoice;
  const { language, words } = locale;
  return [
    {
      label: words.issued,
      value: status === 'DRAFT' ? words.notIssued : dateText(dateIssued ?? dateCreated, language),
    },
    { label: words.due, value: dateText(dueDate, language) },
    ...supplyDates(invoice, locale),
    ...(datePaid && !isCredited(invoice)
      ? [{ label: words.paid, value: dateText(datePaid, language) }]
      : []),
    ...documentReferences(invoice, locale),
  ];
}
