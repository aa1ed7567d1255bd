import type { z } from 'zod';
import type { Payment, Refund } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { requireDatesInRange, requireDatesNotBefore } from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import { redactCurrency, validatePrecision } from '../../platform/money/amount-precision.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { creditExceededError, insertCreditChanges, lockClientCredit } from './client-credit.ts';
import { paymentDateRangeYears, refundPaymentInput } from './fields.ts';
import {
  describeRecordedPayment,
  effectiveAmount,
  lowerPaidAmount,
  requireNotReversed,
} from './paid-amount.ts';
import { formatPaymentAmount } from './pay-invoice.ts';
import { lockInvoiceOfPayment, withLockedPaymentGroup } from './payment-groups.ts';
import { normalizedReferenceSql } from './payment-target.ts';

type RefundInput = z.output<typeof refundPaymentInput>;

/**
 * Concurrent refunds never exceed the effective amount. All payments of the group are refunded, unless `onlyThisPart`
 * is set.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input, duplicate_refund,
 * refund_exceeds_payment, credit_exceeded; conflicting_state if the payment is reversed
 */
export function refundPayment(
  context: Context,
  input: { id?: unknown } & InputOf<typeof refundPaymentInput>,
): Promise<Payment> {
  return withLockedPaymentGroup(context, input, async (tx, { others, payment }) => {
    const refund = parseStrictInput(refundPaymentInput, input);
    const { date } = refund;
    requireDatesInRange(tx, { date }, paymentDateRangeYears);
    requireDatesNotBefore(tx, { date }, { day: payment.date, what: 'when it was paid' });
    requireNotReversed(payment);
    const hasRefundable = (groupPayment: Payment) =>
      !refundableAmount(groupPayment, refund).isZero();
    const groupPayments = refund.onlyThisPart ? [] : others.filter(hasRefundable);
    if (groupPayments.length === 0) return refundOne(tx, payment, refund);
    requireFullAmount(refund, [payment, ...groupPayments]);
    const fullRefund = { ...refund, amount: null };
    for (const other of groupPayments) await refundOne(tx, other, fullRefund);
    return hasRefundable(payment) ? refundOne(tx, payment, fullRefund) : payment;
  });
}

const refundableAmount = (payment: Payment, { ofCredit }: RefundInput): Decimal =>
  ofCredit ? payment.creditedAmount : effectiveAmount(payment);

/**
 * A partial refund of a payment group needs `onlyThisPart`.
 * @throws ActionError invalid_input
 */
function requireFullAmount(refund: RefundInput, payments: readonly Payment[]): void {
  const amounts = payments.map((payment) => refundableAmount(payment, refund));
  const total = amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
  if (refund.amount === null || refund.amount.equals(total)) return;
  const message =
    'is less than the whole transfer, which paid several invoices: set onlyThisPart and the id of its payment, or omit the amount';
  throw invalidInputError([{ path: 'amount', code: 'disagrees', message }]);
}

/** The payment is not reversed. It and its invoice are locked. */
async function refundOne(
  tx: WriteContext,
  payment: Payment,
  refund: RefundInput,
): Promise<Payment> {
  const { allowDuplicate, amount: requestedAmount, ofCredit, onlyThisPart: _, ...fields } = refund;
  const invoice = await lockInvoiceOfPayment(tx, payment);
  const { currency } = invoice;
  const date = fields.date ?? currentDate(tx);
  if (!allowDuplicate) await requireNewRefund(tx, payment, { ...refund, date });
  const refundable = refundableAmount(payment, refund);
  const available = ofCredit ? await lockClientCredit(tx, invoice) : refundable;
  const amount = requestedAmount ?? Decimal.max(0, Decimal.min(refundable, available));
  requireRefundable(tx, { amount, refundable, currency });
  if (amount.gt(available)) throw creditExceededError(tx, { credit: available, currency });
  const paymentType = fields.paymentType ?? payment.paymentType;
  const ids = { id: newId('Refund'), paymentId: payment.id };
  tx.insert('Refund', { ...fields, ...ids, amount, date, paymentType });
  const refundedCredit = ofCredit ? amount : new Decimal(0);
  const refunded = tx.update('Payment', payment, {
    refundedTotal: payment.refundedTotal.plus(amount),
    creditedAmount: payment.creditedAmount.minus(refundedCredit),
  });
  if (ofCredit) {
    const change = { paymentId: payment.id, amount: amount.negated(), date };
    insertCreditChanges(tx, invoice, [{ kind: 'REFUNDED', ...change }]);
  }
  const noteParts = [
    `${formatPaymentAmount(amount)} ${currency}`,
    fields.referenceNumber,
    `of ${ofCredit ? 'credit that came of ' : ''}${describeRecordedPayment(invoice, payment)}`,
  ];
  const note = noteParts.filter(Boolean).join(', ');
  lowerPaidAmount(tx, invoice, amount.minus(refundedCredit), { kind: 'PAYMENT_REFUNDED', note });
  return refunded;
}

type NewRefund = Pick<Refund, 'date' | 'referenceNumber'> & { amount: Decimal | null };

/**
 * Prevents a repeated refund, for example after a lost response.
 * @throws ActionError duplicate_refund
 */
async function requireNewRefund(
  { accountId, db }: Context,
  { id }: Payment,
  { amount, date, referenceNumber }: NewRefund,
): Promise<void> {
  if (referenceNumber === null || amount === null) return;
  const [duplicate] = await unfilteredClient(db).$queryRaw<object[]>`
    SELECT r.id FROM "Refund" r CROSS JOIN (SELECT ${referenceNumber}::text AS reference) asked
    WHERE r."accountId" = ${accountId} AND r."paymentId" = ${id} AND r.amount = ${amount} AND r.date = ${date}
      AND ${normalizedReferenceSql(Prisma.sql`r."referenceNumber"`)} = ${normalizedReferenceSql(Prisma.sql`asked.reference`)} LIMIT 1`;
  if (!duplicate) return;
  const errors = [
    {
      path: 'referenceNumber',
      code: 'duplicate_refund',
      message: 'is the number of an existing refund',
    },
  ];
  throw new ActionError(
    'duplicate_refund',
    `The same amount of the payment was already refunded with the reference "${referenceNumber}" on that day. Nothing was refunded. Send allowDuplicate to record another refund.`,
    { errors },
  );
}

interface RefundAmount {
  amount: Decimal;
  refundable: Decimal;
  currency: string;
}

/** @throws ActionError invalid_input, refund_exceeds_payment */
function requireRefundable(context: Context, { amount, refundable, currency }: RefundAmount): void {
  const canReadAmounts = canRead(context, 'invoices');
  const precisionErrors = validatePrecision(amount, currency, 'amount');
  if (precisionErrors.length > 0)
    throw invalidInputError(canReadAmounts ? precisionErrors : precisionErrors.map(redactCurrency));
  if (amount.gt(0) && amount.lte(refundable)) return;
  const [message, limit] = canReadAmounts
    ? [
        `${amount} ${currency} exceeds the rest of the payment, ${refundable} ${currency}. Nothing was refunded.`,
        `must be at most ${refundable}`,
      ]
    : [
        'The amount exceeds the rest of the payment. Nothing was refunded.',
        'exceeds the rest of the payment',
      ];
  const errors = [{ path: 'amount', code: 'out_of_range', message: limit }];
  throw new ActionError('refund_exceeds_payment', message, { errors });
}
