import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { earliestReversalDate, laterDate } from '../../platform/input/date-checks.ts';
import { Decimal } from '../../platform/money/money.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { insertCreditChanges } from '../payments/client-credit.ts';
import { effectiveAmount } from '../payments/reversals.ts';

interface PaymentReturn {
  amount: Decimal;
  day: Date;
  /** The credit note's. */
  number: string;
}

/** The returned part of a payment. Its date is the credit note's, but not before the payment's. */
interface PaymentPart {
  payment: Payment;
  amount: Decimal;
  date: Date;
}

/** Splits an amount over the payments of a locked invoice, the latest first. */
async function splitOverPayments(
  context: Context,
  invoiceId: string,
  { amount: total, day }: PaymentReturn,
): Promise<PaymentPart[]> {
  const { accountId, db } = context;
  if (total.isZero()) return [];
  const payments = await db.$queryRaw<Payment[]>`
    SELECT * FROM "Payment" WHERE "accountId" = ${accountId} AND "invoiceId" = ${invoiceId}
    ORDER BY id DESC FOR NO KEY UPDATE`;
  let remaining = total;
  return payments.flatMap((payment) => {
    const amount = Decimal.min(remaining, effectiveAmount(payment));
    remaining = remaining.minus(amount);
    const date = laterDate(day, earliestReversalDate(context, payment.date));
    return amount.isZero() ? [] : [{ payment, amount, date }];
  });
}

/** Refunds payments of a locked invoice. */
export async function refundPayments(
  tx: Context,
  { id }: Invoice,
  paymentReturn: PaymentReturn,
): Promise<void> {
  const { accountId, db } = tx;
  for (const { date, amount, payment } of await splitOverPayments(tx, id, paymentReturn)) {
    await insertRows(tx, 'Refund', [
      {
        ...{ accountId, id: newId('Refund'), paymentId: payment.id, version: 1, amount },
        ...{
          date,
          paymentType: payment.paymentType,
          referenceNumber: paymentReturn.number,
          memo: null,
        },
      },
    ]);
    const data = { refundedTotal: payment.refundedTotal.plus(amount) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
}

/** Turns payments of a locked invoice into credit of its client. */
export async function creditPayments(
  tx: Context,
  invoice: Invoice,
  paymentReturn: PaymentReturn,
): Promise<void> {
  const { accountId, db } = tx;
  const parts = await splitOverPayments(tx, invoice.id, paymentReturn);
  for (const { amount, payment } of parts) {
    const data = { creditedAmount: payment.creditedAmount.plus(amount) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
  const kind = 'CREDIT_NOTE' as const;
  await insertCreditChanges(
    tx,
    invoice,
    parts.map(({ date, amount, payment }) => ({ kind, paymentId: payment.id, amount, date })),
  );
}
