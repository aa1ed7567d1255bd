import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { DocumentLocale } from '../locales/document-locale.ts';
import { fillPlaceholders } from '../locales/document-locale.ts';
import type { Decimal } from '../platform/money/money.ts';
import { displayTotals } from './display-amounts.ts';
import { settlementTotals, taxTotals } from './document-amounts.ts';
import type { InvoiceDocument, LabelledAmount } from './invoice-document.ts';
import { dateText, moneyText, numberText, visibleOrNull, visibleText } from './text-formatting.ts';

type PrintedPayment = InvoiceRecord['payments'][number];

/** A payment and its reversal or refunds. */
function paymentSums(
  payment: PrintedPayment,
  { language, words }: DocumentLocale,
  money: (amount: Decimal) => string,
): LabelledAmount[] {
  const datedLabel = (text: string, day: Date) =>
    fillPlaceholders(text, { date: dateText(day, language) });
  const sum = (label: string, reference: string | null, amount: Decimal): LabelledAmount => ({
    label: [label, visibleOrNull(reference)].filter(Boolean).join(' · '),
    amount: money(amount),
  });
  const { amount, creditedAmount, date, referenceNumber, refunds, reversalReason } = payment;
  const paid = sum(datedLabel(words.paidOn, date), referenceNumber, amount.negated());
  if (reversalReason !== null) {
    const label = reversalReason === 'BOUNCED' ? words.paymentReturned : words.paymentTakenBack;
    return [paid, sum(label, referenceNumber, amount)];
  }
  const refunded = refunds.map((refund) =>
    sum(datedLabel(words.refundedOn, refund.date), refund.referenceNumber, refund.amount),
  );
  const creditRows = creditedAmount.isZero() ? [] : [sum(words.keptAsCredit, null, creditedAmount)];
  return [paid, ...refunded, ...creditRows];
}

export function buildDocumentTotals(invoice: InvoiceRecord, locale: DocumentLocale) {
  const { language, words } = locale;
  const money = (amount: Decimal) => moneyText(amount, invoice.currency, language);
  const percent = (rate: Decimal) => numberText(rate, language);
  const { discountPercent, status, taxInclusive } = invoice;
  const totals = displayTotals(invoice, language);
  const openAmount = money(invoice.total.minus(invoice.paymentTotal).minus(invoice.creditedTotal));
  return {
    subTotal: {
      label: taxInclusive ? words.subtotalWithTax : words.subtotal,
      amount: money(totals.subTotal),
    },
    discount: totals.discount.isZero()
      ? null
      : {
          label: fillPlaceholders(words.discount, { percent: percent(discountPercent) }),
          amount: money(totals.discount.negated()),
        },
    taxes: taxTotals(invoice, locale),
    ...settlementTotals(invoice, locale),
    payments: [
      ...invoice.payments.flatMap((payment) => paymentSums(payment, locale, money)),
      ...invoice.creditNotes.map(({ dateCreated, id, numberFormatted, total }) => {
        const number = fillPlaceholders(words.creditNoteNumber, {
          number: visibleText(numberFormatted),
        });
        const label = `${number} · ${dateText(dateCreated, language)}`;
        return { label, amount: money(total.negated()), creditNoteId: id };
      }),
    ],
    amountDue:
      status === 'DRAFT' || status === 'VOIDED' || status === 'WRITE_OFF'
        ? null
        : { label: words.amountDue, amount: openAmount },
    writtenOff: status === 'WRITE_OFF' ? { label: words.writtenOff, amount: openAmount } : null,
  };
}

/** If true, the amount is printed only once. */
export const isAmountToPay = ({ amountToPay, payments }: InvoiceDocument): boolean =>
  amountToPay !== null && payments.length === 0;
