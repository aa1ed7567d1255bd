import type { InvoiceRecord } from '../domain/invoices/records.ts';
import type { ShownInvoice } from '../domain/invoices/shown.ts';
import { formatDate } from '../domain/kernel/dates.ts';
import type { Decimal } from '../domain/kernel/money.ts';
import { dateText, moneyText, numberText, visibleOrNull, visibleText } from './texts.ts';

/** How an invoice's state is shown: its word, and the mood in which a page or a document colours it. */
interface ShownStatus {
  /** Empty where nothing is said of it: a file that never changes has no state. */
  label: string;
  mood: 'draft' | 'open' | 'late' | 'paid' | 'closed';
}

/** Somebody whom the document names. */
export interface Party {
  name: string;
  /** Address, tax number and the like, line by line. */
  lines: string[];
}

/** A line of the sums, or a payment. */
export interface Sum {
  label: string;
  amount: string;
}

type KeptLogo = NonNullable<ShownInvoice['logo']>;

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
  quantity: string;
  unitPrice: string;
  total: string;
}

/**
 * An invoice as its customer is shown it: every text written out, once, so that mail, PDF and page cannot differ. The
 * texts are plain: whoever puts them into HTML escapes them.
 */
export interface InvoiceDocument {
  number: string;
  /** "Invoice INV-00001" */
  title: string;
  fileName: string;
  status: ShownStatus;
  /** Stands for the seller's name at the head. */
  logo: DocumentLogo | null;
  seller: Party;
  client: Party;
  /** Day of the invoice, day by which it is to be paid, and day on which it was. */
  dates: { label: string; value: string }[];
  description: string | null;
  lines: DocumentLine[];
  subTotal: Sum;
  discount: Sum | null;
  taxes: Sum[];
  total: Sum;
  payments: Sum[];
  /** Null on an invoice that was voided or written off, on which nothing is due whatever was open. */
  amountDue: Sum | null;
  /** What was given up; null on all but an invoice that was written off. */
  writtenOff: Sum | null;
  /** What to do about it in one sentence: "Please pay €1,190.00 by 21 December 2026." */
  callToAction: string;
  notes: string | null;
  /** Null where nothing is to be paid. */
  paymentInstructions: string | null;
  footer: string | null;
  /** Where it can be seen online; null where the link was revoked. */
  viewOnlineUrl: string | null;
  /** The moment at which the invoice last changed. */
  writtenAt: Date;
}

/**
 * Writes out an invoice for its customer. Lines that are not to be visible are left out; their amounts stay in the sums.
 * @param footer the text at its foot, rendered: `documentOf` does that
 */
export function invoiceDocument(
  shown: ShownInvoice,
  footer: string | null = null,
): InvoiceDocument {
  const { logo, today, workspace } = shown;
  const invoice = withoutWhatIsSettled(shown.invoice);
  const money = (amount: Decimal) => moneyText(amount, invoice.currency);
  const number = visibleText(invoice.invoiceNumberFormatted);
  const status = shownStatus(invoice, today);
  return {
    number,
    title: `Invoice ${number}`,
    fileName: fileNameOf(number),
    status,
    logo: logo && documentLogo(logo),
    seller: party(workspace, workspace.taxLabel, [workspace.phone, workspace.website]),
    client: party(invoice.clientInfo, workspace.taxLabel),
    dates: documentDates(invoice),
    description: visibleOrNull(invoice.description),
    lines: documentLines(invoice),
    ...documentSums(invoice),
    callToAction: callToAction(invoice, status, money(invoice.amountDue)),
    notes: visibleOrNull(invoice.notes),
    paymentInstructions: visibleOrNull(invoice.paymentInstructions),
    footer: visibleOrNull(footer),
    viewOnlineUrl: invoice.viewOnlineUrl,
    writtenAt: invoice.updatedAt,
  };
}

/** What the file of an invoice is called: harmless characters alone, whatever its number. */
export const fileNameOf = (number: string): string =>
  `Invoice-${visibleText(number).replace(/[^A-Za-z0-9._-]+/g, '-')}.pdf`;

function documentLogo({ bytes, height, mediaType, updatedAt, width }: KeptLogo): DocumentLogo {
  return { bytes, mediaType, width, height, key: String(updatedAt.getTime()) };
}

/** The invoice without how to pay where nothing is to be paid; its foot may say that as well. */
export function withoutWhatIsSettled(invoice: InvoiceRecord): InvoiceRecord {
  const { amountDue, status } = invoice;
  const isSettled = ['PAID', 'VOIDED', 'WRITE_OFF'].includes(status) || amountDue.isZero();
  return isSettled ? { ...invoice, paymentInstructions: null } : invoice;
}

function shownStatus({ dueDate, status }: InvoiceRecord, today: string): ShownStatus {
  if (status === 'DRAFT') return { label: 'Draft', mood: 'draft' };
  if (status === 'PAID') return { label: 'Paid', mood: 'paid' };
  if (status === 'VOIDED') return { label: 'Void', mood: 'closed' };
  if (status === 'WRITE_OFF') return { label: 'Closed', mood: 'closed' };
  if (formatDate(dueDate) < today) return { label: 'Overdue', mood: 'late' };
  return { label: status === 'PARTIAL' ? 'Partly paid' : 'Due', mood: 'open' };
}

function callToAction(invoice: InvoiceRecord, { mood }: ShownStatus, due: string): string {
  const { dueDate, datePaid, status, total } = invoice;
  if (status === 'VOIDED') return 'This invoice is void. There is nothing to pay.';
  if (status === 'WRITE_OFF') return 'This invoice is closed. No payment is expected.';
  if (total.isZero()) return 'There is nothing to pay.';
  if (status === 'PAID') {
    return datePaid
      ? `Paid in full on ${dateText(datePaid)}. Thank you!`
      : 'Paid in full. Thank you!';
  }
  const day = dateText(dueDate);
  if (status === 'DRAFT') return `This is a draft. Once it is issued, ${due} is due by ${day}.`;
  if (mood === 'late')
    return `This invoice is overdue: ${due} was due by ${day}. Please pay it now.`;
  return `Please pay ${due} by ${day}.`;
}

type Addressed = Record<
  'address1' | 'address2' | 'city' | 'country' | 'locality' | 'postal' | 'taxId',
  string | null
> & { name: string };

/** Somebody whom a document names, with address and tax number, as they are shown. */
export function party(
  who: Addressed,
  taxLabel: string | null,
  more: (string | null)[] = [],
): Party {
  const place = [who.postal, who.city].filter(Boolean).join(' ');
  const taxNumber = visibleOrNull(who.taxId);
  const lines = [
    who.address1,
    who.address2,
    [place, who.locality].filter(Boolean).join(', '),
    who.country,
    taxNumber && `${taxNumberLabel(visibleOrNull(taxLabel))} ${taxNumber}`,
    ...more,
  ];
  return {
    name: visibleText(who.name),
    lines: lines.flatMap((line) => visibleOrNull(line) ?? []),
  };
}

/** "VAT no.", and "USt-IdNr:" where the label says itself that it is a number. */
function taxNumberLabel(taxLabel: string | null): string {
  if (taxLabel === null) return 'Tax no.';
  return /(no|nr|number|id)\.?$/i.test(taxLabel) ? `${taxLabel}:` : `${taxLabel} no.`;
}

function documentDates({ dateCreated, dateIssued, dueDate, datePaid }: InvoiceRecord) {
  return [
    { label: 'Issued', value: dateText(dateIssued ?? dateCreated) },
    { label: 'Due', value: dateText(dueDate) },
    ...(datePaid ? [{ label: 'Paid', value: dateText(datePaid) }] : []),
  ];
}

function documentLines({ currency, lineItems }: InvoiceRecord): DocumentLine[] {
  return lineItems
    .filter((line) => line.visible)
    .map((line) => ({
      description: visibleText(line.description ?? ''),
      detail: visibleOrNull(line.projectName),
      quantity: [numberText(line.quantity), visibleOrNull(line.unit)].filter(Boolean).join(' '),
      unitPrice: moneyText(line.unitPrice, currency),
      total: moneyText(line.lineTotal, currency),
    }));
}

type ShownPayment = InvoiceRecord['payments'][number];

/** A payment, and what was taken back of it: the sums say what counts. */
function paymentSums(payment: ShownPayment, money: (amount: Decimal) => string): Sum[] {
  const sum = (label: string, reference: string | null, amount: Decimal): Sum => ({
    label: [label, visibleOrNull(reference)].filter(Boolean).join(' · '),
    amount: money(amount),
  });
  const { amount, date, referenceNumber, refunds, reversalReason } = payment;
  const paid = sum(`Paid ${dateText(date)}`, referenceNumber, amount.negated());
  if (reversalReason !== null) {
    const label = reversalReason === 'BOUNCED' ? 'Payment returned' : 'Payment taken back';
    return [paid, sum(label, referenceNumber, amount)];
  }
  const refunded = refunds.map((refund) =>
    sum(`Refunded ${dateText(refund.date)}`, refund.referenceNumber, refund.amount),
  );
  return [paid, ...refunded];
}

function documentSums(invoice: InvoiceRecord) {
  const money = (amount: Decimal) => moneyText(amount, invoice.currency);
  const { discountAmount, discountPercent, status } = invoice;
  const open = money(invoice.total.minus(invoice.paymentTotal));
  return {
    subTotal: { label: 'Subtotal', amount: money(invoice.subTotal) },
    discount: discountAmount.isZero()
      ? null
      : {
          label: `Discount ${numberText(discountPercent)}%`,
          amount: money(discountAmount.negated()),
        },
    taxes: invoice.taxBreakdown.map((line) => ({
      label: `${visibleText(line.name)} ${numberText(line.rate)}% on ${money(line.taxableAmount)}`,
      amount: money(line.amount),
    })),
    total: { label: `Total ${invoice.currency}`, amount: money(invoice.total) },
    payments: invoice.payments.flatMap((payment) => paymentSums(payment, money)),
    amountDue:
      status === 'VOIDED' || status === 'WRITE_OFF' ? null : { label: 'Amount due', amount: open },
    writtenOff: status === 'WRITE_OFF' ? { label: 'Written off', amount: open } : null,
  };
}
