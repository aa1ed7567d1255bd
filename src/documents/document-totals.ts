import type { InvoiceRecord } from '../domain/invoices/invoice-record.ts';
import type { DocumentLocale } from '../locales/documents/index.ts';
import { fillPlaceholders } from '../locales/documents/index.ts';
import type { Decimal } from '../platform/money/money.ts';
import { displayTotals } from './display-amounts.ts';
import { settlementTotals, taxTotals } from './document-amounts.ts';
import type { InvoiceDocument, LabelledAmount } from './invoice-document.ts';
import { dateText, moneyText, numberText, visibleOrNull, visibleText } from './text-formatting.ts';

type ShownPayment = InvoiceRecord['payments'][number];

/** A payment and its reversal or refunds. */
function paymentSums(
  payment: ShownPayment,
  { language, words }: DocumentLocale,
  money: (amount: Decimal) => string,
): LabelledAmount[] {
  const dated = (text: string, day: Date) =>
    fillPlaceholders(text, { date: dateText(day, language) });
  const sum = (label: string, reference: string | null, amount: Decimal): LabelledAmount => ({
    label: [label, visibleOrNull(reference)].filter(Boolean).join(' · '),
    amount: money(amount),
  });
  const { amount, creditedAmount, date, referenceNumber, refunds, reversalReason } = payment;
  const paid = sum(dated(words.paidOn, date), referenceNumber, amount.negated());
  if (reversalReason !== null) {
    const label = reversalReason === 'BOUNCED' ? words.paymentReturned : words.paymentTakenBack;
    return [paid, sum(label, referenceNumber, amount)];
  }
  const refunded = refunds.map((refund) =>
    sum(dated(words.refundedOn, refund.date), refund.referenceNumber, refund.amount),
  );
  const kept = creditedAmount.isZero() ? [] : [sum(words.keptAsCredit, null, creditedAmount)];
  return [paid, ...refunded, ...kept];
}

export function buildDocumentTotals(invoice: InvoiceRecord, speech: DocumentLocale) {
  const { language, words } = speech;
  const money = (amount: Decimal) => moneyText(amount, invoice.currency, language);
  const percent = (rate: Decimal) => numberText(rate, language);
  const { discountPercent, status, taxInclusive } = invoice;
  const sums = displayTotals(invoice, language);
  const open = money(invoice.total.minus(invoice.paymentTotal).minus(invoice.creditedTotal));
  return {
    subTotal: {
      label: taxInclusive ? words.subtotalWithTax : words.subtotal,
      amount: money(sums.subTotal),
    },
    discount: sums.discount.isZero()
      ? null
      : {
          label: fillPlaceholders(words.discount, { percent: percent(discountPercent) }),
          amount: money(sums.discount.negated()),
        },
    taxes: taxTotals(invoice, speech),
    ...settlementTotals(invoice, speech),
    payments: [
      ...invoice.payments.flatMap((payment) => paymentSums(payment, speech, money)),
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
        : { label: words.amountDue, amount: open },
    writtenOff: status === 'WRITE_OFF' ? { label: words.writtenOff, amount: open } : null,
  };
}

/** If true, the amount is printed only once. */
export const isAmountToPay = ({ amountToPay, payments }: InvoiceDocument): boolean =>
  amountToPay !== null && payments.length === 0;
