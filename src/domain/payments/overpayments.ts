import type { Invoice } from '../../generated/prisma/client.ts';
import { validatePrecision } from '../../platform/money/amount-precision.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { invoiceLifecycle } from '../invoices/lifecycle.ts';
import { insertCreditChanges } from './client-credit.ts';
import type { PaymentFields } from './fields.ts';
import type { NewPayment } from './pay-invoice.ts';
import { describePayment, insertPayment, payInvoice } from './pay-invoice.ts';
import type { PaymentTarget } from './payment-target.ts';
import { paymentDateOf } from './payment-target.ts';

/** Whether a valid payment exceeds the amount due, so that the rest becomes credit of the client. */
export function hasRestToCredit(
  target: PaymentTarget,
  { amount, overpayment }: PaymentFields,
): boolean {
  const { due, invoice, isDuplicate, isDateTooEarly, isWrongIssueDate } = target;
  const { currency, status } = invoice;
  const isOpen = status in invoiceLifecycle.PAY.transitions || status === 'PAID';
  const isValid = validatePrecision(amount, currency, 'amount').length === 0;
  const isRejected = isDuplicate || isDateTooEarly || isWrongIssueDate;
  return overpayment === 'CREDIT' && isOpen && isValid && !isRejected && amount.gt(due);
}

/** Pays the amount due. The rest of the payment becomes credit of the client. */
export async function payAndCreditRest(
  tx: WriteContext,
  target: PaymentTarget,
  payment: NewPayment,
): Promise<Invoice> {
  const creditedAmount = payment.amount.minus(target.due);
  const paidInvoice = await payInvoice(tx, target, payment, creditedAmount);
  insertCredit(tx, target.invoice, payment, creditedAmount);
  return paidInvoice;
}

export function creditWholePayment(tx: WriteContext, invoice: Invoice, payment: NewPayment): void {
  const { id: invoiceId, status } = invoice;
  const note = describePayment(invoice, payment, payment.amount);
  insertPayment(tx, invoice, payment, { creditedAmount: payment.amount });
  insertCredit(tx, invoice, payment, payment.amount);
  const event = { kind: 'PAYMENT_APPLIED', fromStatus: status, toStatus: status } as const;
  insertInvoiceEvents(tx, [{ ...event, invoiceId, note }]);
}

function insertCredit(
  tx: WriteContext,
  invoice: Invoice,
  payment: NewPayment,
  amount: NewPayment['amount'],
): void {
  const { id: paymentId } = payment;
  const date = paymentDateOf(tx, payment);
  insertCreditChanges(tx, invoice, [{ kind: 'OVERPAID', paymentId, amount, date }]);
}
