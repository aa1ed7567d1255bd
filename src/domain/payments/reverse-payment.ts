import type { z } from 'zod';
import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { laterDate } from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { creditChangeOnReversal, insertCreditChanges, lockClientCredit } from './client-credit.ts';
import { reversePaymentInput } from './fields.ts';
import {
  describeRecordedPayment,
  effectiveAmount,
  lowerPaidAmount,
  requireNotReversed,
} from './paid-amount.ts';
import { formatPaymentAmount } from './pay-invoice.ts';
import type { LockedPaymentGroup } from './payment-groups.ts';
import {
  lockCreditPayments,
  lockInvoiceOfPayment,
  withLockedPaymentGroup,
} from './payment-groups.ts';

/**
 * Reverses a payment that bounced or was entered by mistake. The payment stays and pays nothing:
 * - Its invoice is due again.
 * - The client owes refunded amounts: they lower its credit, which can become negative.
 * - Credit from the payment is removed. Payments that used it are reversed too, if the client lacks other credit.
 * - All payments of its group are reversed, unless `onlyThisPart` is set.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input; conflicting_state if it is
 * reversed already
 */
export function reversePayment(
  context: Context,
  input: { id?: unknown } & InputOf<typeof reversePaymentInput>,
): Promise<Payment> {
  const reverse = async (tx: WriteContext, { others, payment }: LockedPaymentGroup) => {
    const { onlyThisPart, ...reversal } = parseStrictInput(reversePaymentInput, input);
    requireNotReversed(payment);
    const groupPayments = onlyThisPart ? [] : others;
    const creditPayments = await lockCreditPayments(tx, [...groupPayments, payment]);
    if (creditPayments.length > 0) {
      const { invoiceNumberFormatted } = await lockInvoiceOfPayment(tx, payment);
      const note = `It was paid from credit of a payment of invoice ${invoiceNumberFormatted}, which was reversed.`;
      for (const other of creditPayments) await reverseOne(tx, other, { ...reversal, note });
    }
    for (const other of groupPayments) await reverseOne(tx, other, reversal);
    return reverseOne(tx, payment, reversal);
  };
  return withLockedPaymentGroup(context, input, reverse, { locksCreditPayments: true });
}

type Reversal = Omit<z.output<typeof reversePaymentInput>, 'onlyThisPart'>;

/** The payment is not reversed. It and its invoice are locked. */
async function reverseOne(
  tx: WriteContext,
  payment: Payment,
  { note: reversalNote, reason: reversalReason }: Reversal,
): Promise<Payment> {
  const invoice = await lockInvoiceOfPayment(tx, payment);
  const reversedOn = reversalDateOf(tx, payment);
  await reverseCredit(tx, invoice, payment);
  const change = { reversalReason, reversalNote, reversedAt: tx.now, reversedOn };
  const reversed = tx.update('Payment', payment, change);
  const { refundedTotal } = payment;
  const noteParts = [
    describeRecordedPayment(invoice, payment),
    reversalReason,
    reversalNote,
    !refundedTotal.isZero() &&
      `${formatPaymentAmount(refundedTotal)} ${invoice.currency} of it were refunded; the client owes that amount`,
  ];
  const note = noteParts.filter(Boolean).join(', ');
  lowerPaidAmount(tx, invoice, effectiveAmount(payment), { kind: 'PAYMENT_REVERSED', note });
  return reversed;
}

/** Today, or the payment date if that is in the future. */
const reversalDateOf = (tx: Context, { date }: Payment): Date => laterDate(currentDate(tx), date);

async function reverseCredit(tx: WriteContext, invoice: Invoice, payment: Payment): Promise<void> {
  const credit = creditChangeOnReversal(payment);
  const debt = payment.refundedTotal.negated();
  if (credit.isZero() && debt.isZero()) return;
  await lockClientCredit(tx, invoice);
  const columns = { paymentId: payment.id, date: reversalDateOf(tx, payment) };
  const changes = [
    { kind: 'TAKEN_BACK', ...columns, amount: credit },
    { kind: 'OWED', ...columns, amount: debt },
  ] as const;
  insertCreditChanges(
    tx,
    invoice,
    changes.filter(({ amount }) => !amount.isZero()),
  );
}
