import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { defaultTaxLabel } from '../domain/invoices/tax.ts';
import type { DocumentLocale, DocumentTexts } from '../locales/documents/index.ts';
import { fillPlaceholders, pickDocumentLocale } from '../locales/documents/index.ts';
import { formatDate } from '../platform/dates/dates.ts';
import type { Decimal } from '../platform/money/money.ts';
import type { BankTransfer } from './bank-transfer.ts';
import { bankTransferOf } from './bank-transfer.ts';
import { documentLines, documentReferences, supplyDates } from './document-amounts.ts';
import { buildDocumentTotals } from './document-totals.ts';
import type { Party } from './party.ts';
import { buildParty } from './party.ts';
import {
  dateText,
  fileNameText,
  moneyText,
  visibleOrNull,
  visibleText,
} from './text-formatting.ts';

/** How an invoice's state is shown: its word, and the mood in which a page or a document colours it. */
interface ShownStatus {
  /** Empty where nothing is said of it: a file that never changes has no state. */
  label: string;
  mood: 'draft' | 'open' | 'late' | 'paid' | 'closed';
  /** Whether it was voided, which is said across every page. */
  isVoid?: boolean;
}

/** A line of the sums, or a payment. */
export interface LabelledAmount {
  label: string;
  amount: string;
  /** The credit note that it is, where it is one: its file can be had. */
  creditNoteId?: string;
}

type KeptLogo = NonNullable<InvoiceView['logo']>;

/** The seller's image. */
export interface DocumentLogo extends Pick<KeptLogo, 'bytes' | 'mediaType' | 'width' | 'height'> {
  /** Another one for every image, however often it is replaced. */
  key: string;
}

export interface DocumentLine {
  /** May hold line feeds. */
  description: string;
  /** The project it charges. */
  detail: string | null;
  /** When it was done, short: "2 – 13 Mar 2026"; null where that is not known. */
  date: string | null;
  quantity: string;
  unitPrice: string;
  total: string;
}

/** How it is laid out. */
type Looks = Pick<InvoiceView['workspace'], 'invoiceLayout' | 'logoPlace' | 'pageSize'>;

/**
 * An invoice as its customer is shown it: every text written out, once, so that mail, PDF and page cannot differ. The
 * texts are plain: whoever puts them into HTML escapes them.
 */
export interface InvoiceDocument {
  /** What it is written in, as BCP 47 names it. */
  language: string;
  /** What it says besides, in that language. */
  words: DocumentTexts;
  number: string;
  /** "Invoice INV-00001" */
  title: string;
  fileName: string;
  status: ShownStatus;
  /** Colour of what stands out; null for the usual one. */
  accent: string | null;
  looks: Looks;
  /** Stands for the seller's name at the head. */
  logo: DocumentLogo | null;
  seller: Party;
  client: Party;
  /** Day of the invoice, day by which it is to be paid, and day on which it was. */
  dates: { label: string; value: string }[];
  description: string | null;
  lines: DocumentLine[];
  subTotal: LabelledAmount;
  discount: LabelledAmount | null;
  taxes: LabelledAmount[];
  /** From the total with tax to what is to be paid, where something is settled there. */
  settlements: LabelledAmount[];
  total: LabelledAmount;
  payments: LabelledAmount[];
  /** Null on an invoice that was voided or written off, on which nothing is due whatever was open. */
  amountDue: LabelledAmount | null;
  /** What was given up; null on all but an invoice that was written off. */
  writtenOff: LabelledAmount | null;
  /** What to do about it in one sentence: "Please pay €1,190.00 by 21 December 2026." */
  callToAction: string;
  notes: string | null;
  /** Null where nothing is to be paid. */
  paymentInstructions: string | null;
  /** How it is paid by transfer; null where nothing is to be paid, or the workspace names no account. */
  transfer: BankTransfer | null;
  footer: string | null;
  /** Where it can be seen online; null where the link was revoked. */
  viewOnlineUrl: string | null;
  /** The moment at which the invoice last changed. */
  writtenAt: Date;
}

/**
 * Writes out an invoice for its customer. Lines that are not to be visible are left out; their amounts stay in the sums.
 * @param footer the text at its foot, rendered: `buildInvoiceDocumentWithFooter` does that
 */
export function buildInvoiceDocument(
  shown: InvoiceView,
  footer: string | null = null,
): InvoiceDocument {
  const { logo, today, workspace } = shown;
  const invoice = withoutInstructionsWhenSettled(shown.invoice);
  const speech = documentLocaleOfInvoice(workspace, invoice);
  const { language, words } = speech;
  const money = (amount: Decimal) => moneyText(amount, invoice.currency, language);
  const number = visibleText(invoice.invoiceNumberFormatted);
  const status = displayStatus(invoice, today, words);
  return {
    language,
    words: invoice.invoiceType === 'DEPOSIT' ? { ...words, invoice: words.depositInvoice } : words,
    number,
    title: fillPlaceholders(words.invoiceNumber, { number }),
    fileName: invoiceFileName(speech, number),
    status,
    accent: workspace.accentColor,
    looks: looksOf(workspace),
    logo: logo && documentLogo(logo),
    seller: buildParty(workspace, workspace.taxLabel, speech, [workspace.phone, workspace.website]),
    client: buildParty(invoice.clientInfo, workspace.taxLabel, speech),
    dates: documentDates(invoice, speech),
    description: visibleOrNull(invoice.description),
    lines: documentLines(invoice, speech),
    ...buildDocumentTotals(invoice, speech),
    callToAction: callToAction(invoice, status, speech, money(invoice.amountDue)),
    notes: visibleOrNull(invoice.notes),
    paymentInstructions: visibleOrNull(invoice.paymentInstructions),
    transfer: bankTransferOf(workspace, invoice, words),
    footer: visibleOrNull(footer),
    viewOnlineUrl: invoice.viewOnlineUrl,
    writtenAt: invoice.updatedAt,
  };
}

const looksOf = ({ invoiceLayout, logoPlace, pageSize }: Looks): Looks => ({
  invoiceLayout,
  logoPlace,
  pageSize,
});

/** What the file of an invoice is called: harmless characters alone, whatever its number. */
export const invoiceFileName = ({ words }: Pick<DocumentLocale, 'words'>, number: string): string =>
  `${fileNameText(words.invoice, number)}.pdf`;

function documentLogo({ bytes, height, mediaType, updatedAt, width }: KeptLogo): DocumentLogo {
  return { bytes, mediaType, width, height, key: String(updatedAt.getTime()) };
}

/** The invoice without how to pay where nothing is to be paid; its foot may say that as well. */
export function withoutInstructionsWhenSettled(invoice: InvoiceRecord): InvoiceRecord {
  const { amountDue, status } = invoice;
  const isSettled = ['PAID', 'VOIDED', 'WRITE_OFF'].includes(status) || amountDue.isZero();
  return isSettled ? { ...invoice, paymentInstructions: null } : invoice;
}

/**
 * How the customer of an invoice is written to: as its client, or as the workspace writes to those of whom it knows nothing. A
 * workspace that has a word for its tax means that one.
 */
export function documentLocaleOfInvoice(
  { language, taxLabel }: { language?: string | null; taxLabel?: string | null },
  { clientInfo }: Pick<InvoiceRecord, 'clientInfo'>,
): DocumentLocale {
  const speech = pickDocumentLocale(clientInfo.language, language);
  return taxLabel?.trim() ? { ...speech, usualTax: defaultTaxLabel } : speech;
}

/** Whether all of an invoice was taken back: nobody paid it, whatever its status says. */
const isCredited = ({ creditedTotal, total }: Pick<InvoiceRecord, 'creditedTotal' | 'total'>) =>
  !creditedTotal.isZero() && creditedTotal.equals(total);

/** How an invoice stands on a day, in words. */
export function displayStatus(
  invoice: Pick<InvoiceRecord, 'creditedTotal' | 'dueDate' | 'status' | 'total'>,
  today: string,
  words: DocumentTexts,
): ShownStatus {
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
  { mood }: ShownStatus,
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
  const gaps = { amount, date: dateText(dueDate, language) };
  if (status === 'DRAFT') return fillPlaceholders(words.isDraft, gaps);
  return fillPlaceholders(mood === 'late' ? words.isOverdue : words.pleasePay, gaps);
}

function documentDates(invoice: InvoiceRecord, speech: DocumentLocale) {
  const { dateCreated, dateIssued, dueDate, datePaid } = invoice;
  const { language, words } = speech;
  return [
    { label: words.issued, value: dateText(dateIssued ?? dateCreated, language) },
    { label: words.due, value: dateText(dueDate, language) },
    ...supplyDates(invoice, speech),
    ...(datePaid && !isCredited(invoice)
      ? [{ label: words.paid, value: dateText(datePaid, language) }]
      : []),
    ...documentReferences(invoice, speech),
  ];
}
