import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { earliestReversalDate, laterDate } from '../../platform/input/date-checks.ts';
import { Decimal } from '../../platform/money/money.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { insertCreditChanges } from '../payments/client-credit.ts';
import { effectiveAmount } from '../payments/reversals.ts';

interface GivenBack {
  amount: Decimal;
  day: Date;
  /** The credit note's. */
  number: string;
}

/** What of a payment is taken back with a credit note, and on which day: the note's, but no money goes before it came. */
interface PartOfPaid {
  payment: Payment;
  part: Decimal;
  date: Date;
}

/** How much of which payments of an invoice, which is locked by now, is an amount: of the last ones first. */
async function partsOfPaid(
  context: Context,
  invoiceId: string,
  { amount, day }: GivenBack,
): Promise<PartOfPaid[]> {
  const { accountId, db } = context;
  if (amount.isZero()) return [];
  const payments = await db.$queryRaw<Payment[]>`
    SELECT * FROM "Payment" WHERE "accountId" = ${accountId} AND "invoiceId" = ${invoiceId}
    ORDER BY id DESC FOR NO KEY UPDATE`;
  let left = amount;
  return payments.flatMap((payment) => {
    const part = Decimal.min(left, effectiveAmount(payment));
    left = left.minus(part);
    const date = laterDate(day, earliestReversalDate(context, payment.date));
    return part.isZero() ? [] : [{ payment, part, date }];
  });
}

/** Refunds what was paid of an invoice, which is locked by now. */
export async function refundPaid(tx: Context, { id }: Invoice, given: GivenBack): Promise<void> {
  const { accountId, db } = tx;
  for (const { date, part, payment } of await partsOfPaid(tx, id, given)) {
    await insertRows(tx, 'Refund', [
      {
        ...{ accountId, id: newId('Refund'), paymentId: payment.id, version: 1, amount: part },
        ...{ date, paymentType: payment.paymentType, referenceNumber: given.number, memo: null },
      },
    ]);
    const data = { refundedTotal: payment.refundedTotal.plus(part) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
}

/** Makes what was paid of an invoice, which is locked by now, credit of its client. */
export async function creditPaid(tx: Context, invoice: Invoice, given: GivenBack): Promise<void> {
  const { accountId, db } = tx;
  const paid = await partsOfPaid(tx, invoice.id, given);
  for (const { part, payment } of paid) {
    const data = { creditedAmount: payment.creditedAmount.plus(part) };
    await db.payment.updateMany({ where: { accountId, id: payment.id }, data });
  }
  const kind = 'CREDIT_NOTE' as const;
  await insertCreditChanges(
    tx,
    invoice,
    paid.map(({ date, part, payment }) => ({ kind, paymentId: payment.id, amount: part, date })),
  );
}
