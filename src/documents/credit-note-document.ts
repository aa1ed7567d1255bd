import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { fillPlaceholders } from '../locales/documents/index.ts';
import type { Decimal } from '../platform/money/money.ts';
import { buildInvoiceDocument, invoiceFileName } from './build-invoice-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { dateText, moneyText, visibleOrNull, visibleText } from './text-formatting.ts';

/**
 * A credit note in the form of its invoice: seller and client as issued, its own lines and totals,
 * and the number of the invoice.
 */
export function buildCreditNoteDocument(
  shown: InvoiceView,
  note: CreditNoteRecord,
  footer: string | null = null,
): InvoiceDocument {
  const { invoice } = shown;
  const lineOf = new Map(invoice.lineItems.map((line) => [line.id, line]));
  const lineItems = note.lineItems.flatMap(({ invoiceLineId, lineTotal, quantity }) => {
    const line = lineOf.get(invoiceLineId);
    return line ? [{ ...line, quantity, lineTotal }] : [];
  });
  const taxOf = new Map(invoice.taxBreakdown.map((tax) => [tax.order, tax]));
  const taxBreakdown = note.taxBreakdown.flatMap(({ amount, order, taxableAmount }) => {
    const tax = taxOf.get(order);
    return tax ? [{ ...tax, amount, taxableAmount }] : [];
  });
  const { discountAmount, subTotal, tax, total } = note;
  const credited = {
    ...{ ...invoice, lineItems, taxBreakdown, discountAmount, subTotal, tax, total },
    ...{ amountDue: total, payments: [], creditNotes: [], status: 'VOIDED' as const },
    ...{ notes: note.reason, updatedAt: note.updatedAt },
  };
  const document = buildInvoiceDocument({ ...shown, invoice: credited }, footer);
  const { language, words: own } = document;
  const money = (amount: Decimal) => moneyText(amount, note.currency, language);
  const words = { ...own, invoice: own.creditNote };
  const number = visibleText(note.numberFormatted);
  const said = fillPlaceholders(own.credits, {
    amount: money(total),
    number: visibleText(invoice.invoiceNumberFormatted),
    date: dateText(invoice.dateIssued ?? invoice.dateCreated, language),
  });
  const refunded = note.refundedAmount.isZero()
    ? []
    : [fillPlaceholders(own.ofItRefunded, { amount: money(note.refundedAmount) })];
  const kept = note.keptAsCredit.isZero()
    ? []
    : [fillPlaceholders(own.ofItKept, { amount: money(note.keptAsCredit) })];
  const whole = {
    label: fillPlaceholders(own.totalCredited, { currency: note.currency }),
    amount: money(total),
  };
  return {
    ...document,
    words,
    number,
    title: fillPlaceholders(own.creditNoteNumber, { number }),
    fileName: invoiceFileName({ words }, number),
    status: { label: '', mood: 'closed' },
    dates: [{ label: own.date, value: dateText(note.dateCreated, language) }],
    ...(document.amountToPay ? { amountToPay: whole } : { total: whole }),
    amountDue: null,
    writtenOff: null,
    callToAction: [said, ...refunded, ...kept].join(' '),
    notes: visibleOrNull(note.reason),
    paymentInstructions: null,
  };
}
