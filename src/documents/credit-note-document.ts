import type { CreditNoteRecord } from '../domain/credit-notes/fields.ts';
import type { InvoiceView } from '../domain/invoices/invoice-view.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import { Decimal } from '../platform/money/money.ts';
import { buildInvoiceDocument, invoiceFileName } from './build-invoice-document.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { dateText, moneyText, visibleOrNull, visibleText } from './text-formatting.ts';

/**
 * A credit note in the form of its invoice: seller and client as issued, with its own lines and
 * totals.
 */
export function buildCreditNoteDocument(
  view: InvoiceView,
  creditNote: CreditNoteRecord,
  footer: string | null = null,
): InvoiceDocument {
  const { invoice } = view;
  const creditedInvoice = creditedInvoiceOf(invoice, creditNote);
  const document = buildInvoiceDocument({ ...view, invoice: creditedInvoice }, footer);
  const { language, words: texts } = document;
  const money = (amount: Decimal) => moneyText(amount, creditNote.currency, language);
  const words = { ...texts, invoice: texts.creditNote };
  const number = visibleText(creditNote.numberFormatted);
  const creditText = fillPlaceholders(texts.credits, {
    amount: money(creditNote.total),
    number: visibleText(invoice.invoiceNumberFormatted),
    date: dateText(invoice.dateIssued ?? invoice.dateCreated, language),
  });
  const refundText = creditNote.refundedAmount.isZero()
    ? []
    : [fillPlaceholders(texts.ofItRefunded, { amount: money(creditNote.refundedAmount) })];
  const keptAsCreditText = creditNote.keptAsCredit.isZero()
    ? []
    : [fillPlaceholders(texts.ofItKept, { amount: money(creditNote.keptAsCredit) })];
  const totalCredited = {
    label: fillPlaceholders(texts.totalCredited, { currency: creditNote.currency }),
    amount: money(creditNote.total),
  };
  return {
    ...document,
    words,
    number,
    title: fillPlaceholders(texts.creditNoteNumber, { number }),
    fileName: invoiceFileName({ words }, number),
    status: { label: '', mood: 'closed' },
    dates: [{ label: texts.date, value: dateText(creditNote.dateCreated, language) }],
    ...(document.amountToPay ? { amountToPay: totalCredited } : { total: totalCredited }),
    amountDue: null,
    writtenOff: null,
    callToAction: [creditText, ...refundText, ...keptAsCreditText].join(' '),
    notes: visibleOrNull(creditNote.reason),
    paymentInstructions: null,
  };
}

/** Of an amount, or of a quantity whose price an earlier amount lowered. */
function creditedPriceOf(
  line: InvoiceView['invoice']['lineItems'][number],
  { amount, unit, unitPrice }: CreditNoteRecord['lineItems'][number],
) {
  if (line.role !== 'ITEM' || (amount === null && unitPrice.equals(line.unitPrice))) return {};
  const withTax = (line.taxRate ?? zero).times('0.01').plus(1);
  return { unit, unitPrice, baseQuantity: null, price: amount ?? unitPrice.times(withTax) };
}

const zero = new Decimal(0);

/** The invoice with the lines and amounts of the credit note. */
function creditedInvoiceOf(
  invoice: InvoiceView['invoice'],
  creditNote: CreditNoteRecord,
): InvoiceView['invoice'] {
  const lineOf = new Map(invoice.lineItems.map((line) => [line.id, line]));
  const lineItems = creditNote.lineItems.flatMap((credited) => {
    const { invoiceLineId, lineTotal, quantity } = credited;
    const line = lineOf.get(invoiceLineId);
    return line ? [{ ...line, quantity, lineTotal, ...creditedPriceOf(line, credited) }] : [];
  });
  const taxOf = new Map(invoice.taxBreakdown.map((tax) => [tax.order, tax]));
  const taxBreakdown = creditNote.taxBreakdown.flatMap(({ amount, order, taxableAmount }) => {
    const tax = taxOf.get(order);
    return tax ? [{ ...tax, amount, taxableAmount }] : [];
  });
  const { discountAmount, subTotal, tax, total } = creditNote;
  return {
    ...{ ...invoice, lineItems, taxBreakdown, discountAmount, subTotal, tax, total },
    ...{ amountDue: total, payments: [], creditNotes: [], status: 'VOIDED' as const },
    ...{ notes: creditNote.reason, updatedAt: creditNote.updatedAt },
  };
}
