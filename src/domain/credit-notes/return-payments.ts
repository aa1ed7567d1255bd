import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { earliestReversalDate, laterDate } from '../../platform/input/date-checks.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { insertCreditChanges } from '../payments/client-credit.ts';
import { effectiveAmount } from '../payments/paid-amount.ts';

interface PaymentReturn {
  amount: Decimal;
  day: Date;
  /** Of the credit note. */
  number: string;
}

/** The date is the credit note's, but not before the payment's. */
interface PaymentPart {
  payment: Payment;
  amount: Decimal;
  date: Date;
}

/** The latest payments first. */
async function splitOverPayments(
  tx: WriteContext,
  invoiceId: string,
  { amount: total, day }: PaymentReturn,
): Promise<PaymentPart[]> {
  if (total.isZero()) return [];
  const payments = await tx.lockAll('Payment', Prisma.sql`"invoiceId" = ${invoiceId}`);
  let remaining = total;
  return payments.reverse().flatMap((payment) => {
    const amount = Decimal.min(remaining, effectiveAmount(payment));
    remaining = remaining.minus(amount);
    const date = laterDate(day, earliestReversalDate(tx, payment.date));
    return amount.isZero() ? [] : [{ payment, amount, date }];
  });
}

export async function refundPayments(
  tx: WriteContext,
  { id }: Invoice,
  paymentReturn: PaymentReturn,
): Promise<void> {
  for (const { amount, date, payment } of await splitOverPayments(tx, id, paymentReturn)) {
    const { id: paymentId, paymentType, refundedTotal } = payment;
    const referenceNumber = paymentReturn.number;
    const refund = { paymentId, amount, date, paymentType, referenceNumber };
    tx.insert('Refund', { id: newId('Refund'), ...refund });
    tx.update('Payment', payment, { refundedTotal: refundedTotal.plus(amount) });
  }
}

export async function creditPayments(
  tx: WriteContext,
  invoice: Invoice,
  paymentReturn: PaymentReturn,
): Promise<void> {
  const parts = await splitOverPayments(tx, invoice.id, paymentReturn);
  for (const { amount, payment } of parts)
    tx.update('Payment', payment, { creditedAmount: payment.creditedAmount.plus(amount) });
  const kind = 'CREDIT_NOTE' as const;
  insertCreditChanges(
    tx,
    invoice,
    parts.map(({ date, amount, payment }) => ({ kind, paymentId: payment.id, amount, date })),
  );
}
