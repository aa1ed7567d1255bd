import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { currentDate, formatDate } from '../../platform/dates/dates.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { statusAfterReversal } from '../invoices/lifecycle.ts';
import { formatPaymentAmount } from './pay-invoice.ts';

/** The part of a payment that pays its invoice. */
export const effectiveAmount = ({
  amount,
  creditedAmount,
  refundedTotal,
  reversedAt,
}: Pick<Payment, 'amount' | 'creditedAmount' | 'refundedTotal' | 'reversedAt'>): Decimal =>
  reversedAt === null ? amount.minus(refundedTotal).minus(creditedAmount) : new Decimal(0);

export const effectiveAmountSql = (alias: string): string =>
  `CASE WHEN ${alias}."reversedAt" IS NULL THEN trim_scale(${alias}.amount - ${alias}."refundedTotal" - ${alias}."creditedAmount") ELSE 0 END`;

/** @throws ActionError conflicting_state */
export function requireNotReversed({ reversedAt }: Payment): void {
  if (reversedAt === null) return;
  throw new ActionError('conflicting_state', 'The payment was reversed already; nothing was done.');
}

/** "119.50 EUR of 2026-04-15, RF18" */
export const describeRecordedPayment = (
  { currency }: Invoice,
  { amount, date, referenceNumber }: Payment,
): string =>
  [`${formatPaymentAmount(amount)} ${currency} of ${formatDate(date)}`, referenceNumber]
    .filter(Boolean)
    .join(', ');

/** Updates a locked invoice after `amount` was reversed or refunded, and inserts an invoice event. */
export function lowerPaidAmount(
  tx: WriteContext,
  invoice: Invoice,
  amount: Decimal,
  event: { kind: 'PAYMENT_REVERSED' | 'PAYMENT_REFUNDED'; note: string },
): void {
  const { id: invoiceId, status: fromStatus } = invoice;
  if (amount.isZero()) {
    insertInvoiceEvents(tx, [{ ...event, invoiceId, fromStatus, toStatus: fromStatus }]);
    return;
  }
  const paymentTotal = invoice.paymentTotal.minus(amount);
  const toStatus = statusAfterReversal(fromStatus, paymentTotal);
  const isWrittenOff = toStatus === 'WRITE_OFF';
  const amountDue = isWrittenOff ? invoice.amountDue : invoice.amountDue.plus(amount);
  tx.update('Invoice', invoice, { paymentTotal, amountDue, status: toStatus, datePaid: null });
  const writeOff = isWrittenOff ? { givenUp: amount, bookedOn: currentDate(tx) } : {};
  insertInvoiceEvents(tx, [{ ...event, invoiceId, fromStatus, toStatus, ...writeOff }]);
}
