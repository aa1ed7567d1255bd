import type { z } from 'zod';
import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  laterDate,
  requireDatesInRange,
  requireDatesNotBefore,
} from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseStrictInput } from '../../platform/input/strict-input.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { statusAfterReversal } from '../invoices/lifecycle.ts';
import {
  creditChangeOnReversal,
  creditExceededError,
  insertCreditChanges,
  lockClientCredit,
} from './client-credit.ts';
import { paymentDateRangeYears, refundPaymentInput, reversePaymentInput } from './fields.ts';
import { formatPaymentAmount } from './pay-invoice.ts';
import type { LockedPaymentGroup } from './payment-groups.ts';
import {
  lockCreditPayments,
  lockInvoiceOfPayment,
  withLockedPaymentGroup,
} from './payment-groups.ts';
import { requireNewRefund, requireRefundable } from './refund-checks.ts';

type WithId = { id?: unknown };

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

/**
 * Reverses a payment that bounced or was entered by mistake. The payment stays and pays nothing:
 * - Its invoice is due again.
 * - The client owes refunded amounts: they lower its credit, which can become negative.
 * - Credit from the payment is removed. Payments that used it are reversed too, if the client has too little other
 * credit.
 * - All payments of its group are reversed, unless `onlyThisPart` is set.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input; conflicting_state if it is
 * reversed already
 */
export async function reversePayment(
  context: Context,
  input: WithId & InputOf<typeof reversePaymentInput>,
): Promise<Payment> {
  const reverse = async (tx: WriteContext, { others, payment }: LockedPaymentGroup) => {
    const { onlyThisPart, ...why } = parseStrictInput(reversePaymentInput, input);
    requireCounting(payment);
    const further = onlyThisPart ? [] : others;
    const made = await lockCreditPayments(tx, [...further, payment]);
    if (made.length > 0) {
      const of = await lockInvoiceOfPayment(tx, payment);
      const note = `It was paid from credit of a payment of invoice ${of.invoiceNumberFormatted}, which was reversed.`;
      for (const other of made) await reverseOne(tx, other, { ...why, note });
    }
    for (const other of further) await reverseOne(tx, other, why);
    return reverseOne(tx, payment, why);
  };
  return withLockedPaymentGroup(context, input, reverse, { isReversed: true });
}

type Why = Omit<z.output<typeof reversePaymentInput>, 'onlyThisPart'>;

/** The payment is not reversed. It and its invoice are locked. */
async function reverseOne(
  tx: WriteContext,
  payment: Payment,
  { note, reason }: Why,
): Promise<Payment> {
  const invoice = await lockInvoiceOfPayment(tx, payment);
  await reverseCredit(tx, invoice, payment);
  const reversal = { reversalReason: reason, reversalNote: note };
  const times = { reversedAt: tx.now, reversedOn: dayOfReversal(tx, payment) };
  const reversed = tx.update('Payment', payment, { ...reversal, ...times });
  const owed = payment.refundedTotal.isZero()
    ? null
    : `${formatPaymentAmount(payment.refundedTotal)} ${invoice.currency} of it were refunded; the client owes that amount`;
  const told = [inWords(invoice, payment), reason, note, owed].filter(Boolean).join(', ');
  lowerPaidAmount(tx, invoice, effectiveAmount(payment), { kind: 'PAYMENT_REVERSED', note: told });
  return reversed;
}

/** Today, or the payment date if that is in the future. */
const dayOfReversal = ({ now, workspace }: Context, { date }: Payment): Date =>
  laterDate(dateToDb(todayIn(workspace.timeZone, now)), date);

async function reverseCredit(tx: WriteContext, invoice: Invoice, payment: Payment): Promise<void> {
  const amount = creditChangeOnReversal(payment);
  const owed = payment.refundedTotal.negated();
  if (amount.isZero() && owed.isZero()) return;
  await lockClientCredit(tx, invoice);
  const of = { paymentId: payment.id, date: dayOfReversal(tx, payment) };
  const changes = [
    { kind: 'TAKEN_BACK', ...of, amount },
    { kind: 'OWED', ...of, amount: owed },
  ] as const;
  const made = changes.filter((change) => !change.amount.isZero());
  insertCreditChanges(tx, invoice, made);
}

/**
 * Concurrent refunds never exceed the effective amount. All payments of the group are refunded, unless `onlyThisPart`
 * is set.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input, duplicate_refund,
 * refund_exceeds_payment, credit_exceeded; conflicting_state if the payment is reversed
 */
export async function refundPayment(
  context: Context,
  input: WithId & InputOf<typeof refundPaymentInput>,
): Promise<Payment> {
  return withLockedPaymentGroup(context, input, async (tx, { others, payment }) => {
    const asked = parseStrictInput(refundPaymentInput, input);
    requireDatesInRange(tx, { date: asked.date }, paymentDateRangeYears);
    requireDatesNotBefore(
      tx,
      { date: asked.date },
      { day: payment.date, what: 'when it was paid' },
    );
    requireCounting(payment);
    const refundable = (one: Payment) =>
      asked.ofCredit ? one.creditedAmount : effectiveAmount(one);
    const further = asked.onlyThisPart ? [] : others.filter((one) => !refundable(one).isZero());
    if (further.length === 0) return refundOne(tx, payment, asked);
    requireWhole(asked, [payment, ...further].map(refundable));
    const whole = { ...asked, amount: null };
    for (const other of further) await refundOne(tx, other, whole);
    return refundable(payment).isZero() ? payment : refundOne(tx, payment, whole);
  });
}

type Refunded = z.output<typeof refundPaymentInput>;

/**
 * A partial refund of a payment group needs `onlyThisPart`.
 * @throws ActionError invalid_input
 */
function requireWhole({ amount }: Refunded, parts: readonly Decimal[]): void {
  const whole = parts.reduce((sum, part) => sum.plus(part), new Decimal(0));
  if (amount === null || amount.equals(whole)) return;
  const message =
    'is less than the whole transfer, which paid several invoices: set onlyThisPart and the id of its payment, or omit the amount';
  throw invalidInputError([{ path: 'amount', code: 'disagrees', message }]);
}

/** The payment is not reversed. It and its invoice are locked. */
async function refundOne(
  tx: WriteContext,
  payment: Payment,
  { allowDuplicate, amount: asked, date, ofCredit, onlyThisPart: _, ...fields }: Refunded,
): Promise<Payment> {
  const invoice = await lockInvoiceOfPayment(tx, payment);
  const day = date ?? dateToDb(todayIn(tx.workspace.timeZone, tx.now));
  if (!allowDuplicate) await requireNewRefund(tx, payment, { ...fields, amount: asked, date: day });
  const counted = ofCredit ? payment.creditedAmount : effectiveAmount(payment);
  const has = ofCredit ? (await lockClientCredit(tx, invoice)).has : counted;
  const amount = asked ?? Decimal.max(0, Decimal.min(counted, has));
  requireRefundable(tx, { amount, counted, currency: invoice.currency });
  if (amount.gt(has)) throw creditExceededError(tx, { has, currency: invoice.currency });
  tx.insert('Refund', {
    ...fields,
    ...{ id: newId('Refund'), paymentId: payment.id, amount, date: day },
    paymentType: fields.paymentType ?? payment.paymentType,
  });
  const fromCredit = ofCredit ? amount : new Decimal(0);
  const refunded = tx.update('Payment', payment, {
    refundedTotal: payment.refundedTotal.plus(amount),
    creditedAmount: payment.creditedAmount.minus(fromCredit),
  });
  const given = `${formatPaymentAmount(amount)} ${invoice.currency}`;
  const of = `of ${ofCredit ? 'credit that came of ' : ''}${inWords(invoice, payment)}`;
  const note = [given, fields.referenceNumber, of].filter(Boolean).join(', ');
  if (ofCredit) {
    const less = { paymentId: payment.id, amount: amount.negated(), date: day };
    insertCreditChanges(tx, invoice, [{ kind: 'REFUNDED', ...less }]);
  }
  const counts = amount.minus(fromCredit);
  lowerPaidAmount(tx, invoice, counts, { kind: 'PAYMENT_REFUNDED', note });
  return refunded;
}

/** @throws ActionError conflicting_state */
function requireCounting({ reversedAt }: Payment): void {
  if (reversedAt === null) return;
  throw new ActionError('conflicting_state', 'The payment was reversed already; nothing was done.');
}

/** "119.50 EUR of 2026-04-15, RF18" */
const inWords = ({ currency }: Invoice, { amount, date, referenceNumber }: Payment): string =>
  [`${formatPaymentAmount(amount)} ${currency} of ${formatDate(date)}`, referenceNumber]
    .filter(Boolean)
    .join(', ');

function lowerPaidAmount(
  tx: WriteContext,
  invoice: Invoice,
  amount: Decimal,
  event: { kind: 'PAYMENT_REVERSED' | 'PAYMENT_REFUNDED'; note: string },
): void {
  const { amountDue, id: invoiceId, status } = invoice;
  const isUnchanged = amount.isZero();
  const paymentTotal = invoice.paymentTotal.minus(amount);
  const toStatus = isUnchanged ? status : statusAfterReversal(status, paymentTotal);
  const isWrittenOff = toStatus === 'WRITE_OFF';
  if (!isUnchanged) {
    const due = isWrittenOff ? amountDue : amountDue.plus(amount);
    tx.update('Invoice', invoice, {
      ...{ paymentTotal, amountDue: due, status: toStatus, datePaid: null },
    });
  }
  const bookedOn = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
  const booked = isWrittenOff && !isUnchanged ? { givenUp: amount, bookedOn } : {};
  insertInvoiceEvents(tx, [{ ...event, invoiceId, fromStatus: status, toStatus, ...booked }]);
}
