import type { z } from 'zod';
import type { Invoice, Payment } from '../../generated/prisma/client.ts';
import { recordInvoiceEvent } from '../invoices/invoice-events.ts';
import { statusOnceTakenBack } from '../invoices/lifecycle.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { ActionError, invalidInput } from '../../platform/errors/action-error.ts';
import { parseExactly } from '../../platform/input/strict-input.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { Decimal } from '../../platform/money/money.ts';
import { laterOf, requireNear, requireNotBefore } from '../../platform/input/date-checks.ts';
import { insertRows, writtenRow } from '../../write/records.ts';
import { amountText } from './record-payment-on-invoice.ts';
import { changeCredit, creditExceeded, creditOnceReversed, lockCredit } from './client-credit.ts';
import { daysOfPayments, refundPaymentInput, reversePaymentInput } from './fields.ts';
import type { Taken } from './payment-groups.ts';
import { invoiceOf, lockMadeOf, takingBack } from './payment-groups.ts';
import { requireNew, requireRefundable } from './refund-checks.ts';

/** What takes payments back: wholly, since they bounced or never were, or as money that is given back (decision 55). */

type WithId = { id?: unknown };

/** What of a payment counts: what was not refunded and is no credit, and nothing once it is reversed. */
export const countedOf = ({
  amount,
  creditedAmount,
  refundedTotal,
  reversedAt,
}: Pick<Payment, 'amount' | 'creditedAmount' | 'refundedTotal' | 'reversedAt'>): Decimal =>
  reversedAt === null ? amount.minus(refundedTotal).minus(creditedAmount) : new Decimal(0);

/** {@link countedOf} as a statement says it of the payment under an alias. */
export const countedSql = (alias: string): string =>
  `CASE WHEN ${alias}."reversedAt" IS NULL THEN trim_scale(${alias}.amount - ${alias}."refundedTotal" - ${alias}."creditedAmount") ELSE 0 END`;

/**
 * Takes a payment back that bounced or was entered by mistake. It stays, with the reason; nothing of it counts any more: what
 * is due, the status and the day of payment of its invoice follow, and its history tells of it. What was given back of it by then the client
 * owes: its credit is so much less, and less than nothing where it has none. What became credit by it and paid other invoices, as far as no
 * other credit is left in its place, is taken back from them. Of money that paid several invoices all payments are taken
 * back, or none, unless it is `onlyThisPart`.
 * @throws ActionError id_missing, record_not_found, version_mismatch, invalid_input; conflicting_state where it was reversed
 * before
 */
export async function reversePayment(
  context: Context,
  input: WithId & InputOf<typeof reversePaymentInput>,
): Promise<Payment> {
  const reverse = async (tx: Context, { others, payment }: Taken) => {
    const { onlyThisPart, ...why } = parseExactly(reversePaymentInput, input);
    requireCounting(payment);
    const further = onlyThisPart ? [] : others;
    const made = await lockMadeOf(tx, [...further, payment]);
    if (made.length > 0) {
      const of = await invoiceOf(tx, payment);
      const note = `It was made of credit that came of a payment of invoice ${of.invoiceNumberFormatted}, which was taken back.`;
      for (const other of made) await reverseOne(tx, other, { ...why, note });
    }
    for (const other of further) await reverseOne(tx, other, why);
    return reverseOne(tx, payment, why);
  };
  return takingBack(context, input, reverse, { isReversed: true });
}

type Why = Omit<z.output<typeof reversePaymentInput>, 'onlyThisPart'>;

/** Reverses a payment that counts, which is locked by now as its invoice is. */
async function reverseOne(tx: Context, payment: Payment, { note, reason }: Why): Promise<Payment> {
  const invoice = await invoiceOf(tx, payment);
  await reverseCredit(tx, invoice, payment);
  const reversal = { reversalReason: reason, reversalNote: note };
  const where = { accountId: tx.accountId, id: payment.id };
  const data = { ...reversal, reversedAt: tx.now, reversedOn: dayOfReversal(tx, payment) };
  const rows = await tx.db.payment.updateManyAndReturn({ where, data });
  const owed = payment.refundedTotal.isZero()
    ? null
    : `${amountText(payment.refundedTotal)} ${invoice.currency} of it were given back, which the client owes`;
  const told = [inWords(invoice, payment), reason, note, owed].filter(Boolean).join(', ');
  await countLess(tx, invoice, countedOf(payment), { kind: 'PAYMENT_REVERSED', note: told });
  return writtenRow(rows, 'Payment', payment.id);
}

/** On which day a payment is taken back: today, or on its own day where that is still to come, since nothing came before. It keeps that day (decision 94). */
const dayOfReversal = ({ now, workspace }: Context, { date }: Payment): Date =>
  laterOf(dateToDb(todayIn(workspace.timeZone, now)), date);

/** What became credit by a payment is credit no more, what it was made of is credit again, and what was given back of it is owed. */
async function reverseCredit(tx: Context, invoice: Invoice, payment: Payment): Promise<void> {
  const amount = creditOnceReversed(payment);
  const owed = payment.refundedTotal.negated();
  if (amount.isZero() && owed.isZero()) return;
  await lockCredit(tx, invoice);
  const of = { paymentId: payment.id, date: dayOfReversal(tx, payment) };
  const changes = [
    { kind: 'TAKEN_BACK', ...of, amount },
    { kind: 'OWED', ...of, amount: owed },
  ] as const;
  const made = changes.filter((change) => !change.amount.isZero());
  await changeCredit(tx, invoice, made);
}

/**
 * Notes that money of a payment was given back, in part or whole: a record of its own. What is due, the status and the day
 * of payment of the invoice follow, and its history tells of it. However many refund at once, never more than what counts. Of money that
 * paid several invoices all is given back, or what of it is named as `onlyThisPart`.
 * @throws ActionError id_missing, record_not_found, version_mismatch; invalid_input, also for an amount finer than the
 * currency's minor unit; duplicate_refund; refund_exceeds_payment; credit_exceeded where the client's credit is given back and it has less; conflicting_state where the payment was reversed
 */
export async function refundPayment(
  context: Context,
  input: WithId & InputOf<typeof refundPaymentInput>,
): Promise<Payment> {
  return takingBack(context, input, async (tx, { others, payment }) => {
    const asked = parseExactly(refundPaymentInput, input);
    requireNear(tx, { date: asked.date }, daysOfPayments);
    requireNotBefore(tx, { date: asked.date }, { day: payment.date, what: 'when it was paid' });
    requireCounting(payment);
    const refundable = (one: Payment) => (asked.ofCredit ? one.creditedAmount : countedOf(one));
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
 * Who gives back a part of money that paid several invoices says of which of them.
 * @throws ActionError invalid_input
 */
function requireWhole({ amount }: Refunded, parts: readonly Decimal[]): void {
  const whole = parts.reduce((sum, part) => sum.plus(part), new Decimal(0));
  if (amount === null || amount.equals(whole)) return;
  const message =
    'is not all that the same money paid, of several invoices: say of which with onlyThisPart and the id of its payment, or leave the amount out';
  throw invalidInput([{ path: 'amount', code: 'disagrees', message }]);
}

/** Gives back what is asked for of a payment that counts, which is locked by now as its invoice is. */
async function refundOne(
  tx: Context,
  payment: Payment,
  { allowDuplicate, amount: asked, date, ofCredit, onlyThisPart: _, ...fields }: Refunded,
): Promise<Payment> {
  const invoice = await invoiceOf(tx, payment);
  const day = date ?? dateToDb(todayIn(tx.workspace.timeZone, tx.now));
  if (!allowDuplicate) await requireNew(tx, payment, { ...fields, amount: asked, date: day });
  const counted = ofCredit ? payment.creditedAmount : countedOf(payment);
  const has = ofCredit ? (await lockCredit(tx, invoice)).has : counted;
  const amount = asked ?? Decimal.max(0, Decimal.min(counted, has));
  requireRefundable(tx, { amount, counted, currency: invoice.currency });
  if (amount.gt(has)) throw creditExceeded(tx, { has, currency: invoice.currency });
  await insertRows(tx, 'Refund', [
    {
      ...fields,
      ...{ accountId: tx.accountId, id: newId('Refund'), paymentId: payment.id, version: 1 },
      ...{ amount, date: day, paymentType: fields.paymentType ?? payment.paymentType },
    },
  ]);
  const where = { accountId: tx.accountId, id: payment.id };
  const fromCredit = ofCredit ? amount : new Decimal(0);
  const data = {
    refundedTotal: payment.refundedTotal.plus(amount),
    creditedAmount: payment.creditedAmount.minus(fromCredit),
  };
  const rows = await tx.db.payment.updateManyAndReturn({ where, data });
  const given = `${amountText(amount)} ${invoice.currency}`;
  const of = `of ${ofCredit ? 'credit that came of ' : ''}${inWords(invoice, payment)}`;
  const note = [given, fields.referenceNumber, of].filter(Boolean).join(', ');
  if (ofCredit) {
    const less = { paymentId: payment.id, amount: amount.negated(), date: day };
    await changeCredit(tx, invoice, [{ kind: 'REFUNDED', ...less }]);
  }
  const counts = amount.minus(fromCredit);
  await countLess(tx, invoice, counts, { kind: 'PAYMENT_REFUNDED', note });
  return writtenRow(rows, 'Payment', payment.id);
}

/** @throws ActionError conflicting_state */
function requireCounting({ reversedAt }: Payment): void {
  if (reversedAt === null) return;
  throw new ActionError('conflicting_state', 'The payment was reversed already; nothing was done.');
}

/** "119.50 EUR of 2026-04-15, RF18" */
const inWords = ({ currency }: Invoice, { amount, date, referenceNumber }: Payment): string =>
  [`${amountText(amount)} ${currency} of ${formatDate(date)}`, referenceNumber]
    .filter(Boolean)
    .join(', ');

/** Writes of an invoice that so much less was paid on it, and what its history tells of that. */
async function countLess(
  tx: Context,
  { amountDue, id, paymentTotal: before, status }: Invoice,
  amount: Decimal,
  event: { kind: 'PAYMENT_REVERSED' | 'PAYMENT_REFUNDED'; note: string },
): Promise<void> {
  const paymentTotal = before.minus(amount);
  // What was credit paid nothing of it.
  const toStatus = amount.isZero() ? status : statusOnceTakenBack(status, paymentTotal);
  // What was given up stays given up.
  const due = toStatus === 'WRITE_OFF' ? amountDue : amountDue.plus(amount);
  if (!amount.isZero()) {
    await tx.db.invoice.updateMany({
      where: { accountId: tx.accountId, id },
      data: { paymentTotal, amountDue: due, status: toStatus, datePaid: null },
    });
  }
  const statuses = { fromStatus: status, toStatus };
  const bookedOn = dateToDb(todayIn(tx.workspace.timeZone, tx.now));
  const isGivenUp = toStatus === 'WRITE_OFF' && !amount.isZero();
  const told = {
    ...event,
    invoiceId: id,
    ...statuses,
    ...(isGivenUp && { givenUp: amount, bookedOn }),
  };
  await recordInvoiceEvent(tx, told);
}
