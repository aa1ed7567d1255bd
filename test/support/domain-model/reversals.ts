import { digitsOf, wholeOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import { amountOr, creditOf, goneWith, sumOf } from './credits.ts';
import type { Movement } from './movements.ts';
import { anyDay, dayOf, movementsBack } from './movements.ts';
import type { Input, Operation } from './operations.ts';
import { anyId, target } from './operations.ts';
import { exactIn } from './payments.ts';
import type { Invoice, Payment } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Payments of the model that are reversed and refunded. */

export const countedOf = ({
  amount,
  creditedAmount,
  refundedTotal,
  reversalReason,
}: Payment): bigint => (reversalReason === null ? amount - refundedTotal - creditedAmount : 0n);

/** Reduces the paid amount. Written-off amounts stay written off, and an unpaid invoice is sent again. */
function countLess(model: Model, invoice: Invoice, amount: bigint): void {
  if (amount === 0n) return;
  const paymentTotal = invoice.paymentTotal - amount;
  const isWrittenOff = invoice.status === 'WRITE_OFF';
  const open = paymentTotal === 0n ? 'SENT' : 'PARTIAL';
  model.change('Invoice', invoice, {
    ...{ paymentTotal, datePaid: null, status: isWrittenOff ? 'WRITE_OFF' : open },
    amountDue: isWrittenOff ? 0n : invoice.amountDue + amount,
  });
}

const reasons = ['BOUNCED', 'WRONG_INVOICE', 'WRONG_AMOUNT', 'DUPLICATE', 'OTHER'];

/** The other valid parts of the same payment, unless the caller excludes them. */
const combinedWith = (model: Model, payment: Payment, input: Input): Payment[] =>
  payment.groupId === null || input.onlyThisPart === true
    ? []
    : model
        .all('Payment')
        .filter((one) => one.groupId === payment.groupId && one.reversalReason === null)
        .filter((one) => one !== payment);

function reversePayment(model: Model, input: Input): Payment {
  const payment = target(model, 'Payment', input);
  require(reasons.includes(input.reason), 'invalid_input');
  require(payment.reversalReason === null, 'conflicting_state');
  const owner = model.get('Invoice', payment.invoiceId);
  const taken = [...combinedWith(model, payment, input), payment];
  for (const one of [...goneWith(model, owner, taken), ...taken]) {
    // Its refunds were not counted any more, and the client owes them.
    const counted = countedOf(one);
    const moved = [...one.moved, ...movementsBack(model, one)];
    model.change('Payment', one, { reversalReason: input.reason, moved });
    countLess(model, model.get('Invoice', one.invoiceId), counted);
  }
  return payment;
}

function refundPayment(model: Model, input: Input): Payment {
  const payment = target(model, 'Payment', input);
  require(input.amount === undefined || Number(input.amount) > 0, 'invalid_input');
  dayOf(model, input.date, payment.date);
  require(payment.reversalReason === null, 'conflicting_state');
  const refundable = (one: Payment) =>
    input.ofCredit === true ? one.creditedAmount : countedOf(one);
  const isSome = (one: Payment) => refundable(one) > 0n;
  const others = combinedWith(model, payment, input).filter(isSome);
  if (others.length === 0) return refundOne(model, payment, input);
  const { amount: requested, ...whole } = input;
  const { currency } = model.get('Invoice', payment.invoiceId);
  const sum = sumOf([payment, ...others].map(refundable));
  require(requested === undefined ||
    wholeOf(requested, digitsOf(currency)) === sum, 'invalid_input');
  for (const one of [...others, ...[payment].filter(isSome)]) refundOne(model, one, whole);
  return payment;
}

const comparable = (reference: string) => reference.replaceAll(' ', '').toLowerCase();

/** A repeated refund is recognised by its reference, unless it is the whole rest. @throws Rejected */
function requireOther({ moved }: Payment, input: Input, amount: bigint | undefined): void {
  const { allowDuplicate, date, referenceNumber: reference } = input;
  if (allowDuplicate || amount === undefined || reference === undefined) return;
  const isSame = ([kind, value, day, of]: Movement) =>
    kind === 'REFUND' &&
    value === amount &&
    day === date &&
    of !== undefined &&
    comparable(of) === comparable(reference);
  require(!moved.some(isSame), 'duplicate_refund');
}

function refundOne(model: Model, payment: Payment, input: Input): Payment {
  const invoice = model.get('Invoice', payment.invoiceId);
  const ofCredit = input.ofCredit === true;
  const counted = ofCredit ? payment.creditedAmount : countedOf(payment);
  const date = input.date ?? model.today;
  const sent =
    input.amount === undefined ? undefined : wholeOf(input.amount, digitsOf(invoice.currency));
  requireOther(payment, { ...input, date }, sent);
  const has = ofCredit ? creditOf(model, invoice) : counted;
  const amount = amountOr(input, invoice, [counted, has]);
  require(amount > 0n && amount <= counted, 'refund_exceeds_payment');
  require(amount <= has, 'credit_exceeded');
  const refundedTotal = payment.refundedTotal + amount;
  const creditedAmount = payment.creditedAmount - (ofCredit ? amount : 0n);
  const less: Movement[] = ofCredit ? [['REFUNDED', -amount, date]] : [];
  const refund: Movement = ['REFUND', amount, date, input.referenceNumber];
  const moved: Movement[] = [...payment.moved, refund, ...less];
  const changed = model.change('Payment', payment, { refundedTotal, creditedAmount, moved });
  countLess(model, invoice, ofCredit ? 0n : amount);
  return changed;
}

const part = (choices: Choices) => choices.some(30, { onlyThisPart: () => true });

const planReversal: Operation['plan'] = (model, choices, foreign) => {
  const became = model.all('Payment').filter(({ creditedAmount }) => creditedAmount > 0n);
  const isAny = became.length === 0 || choices.chance(60);
  const id = isAny ? anyId(model, choices, 'Payment', foreign) : choices.of(became).id;
  return id === undefined ? undefined : { id, reason: choices.of(reasons), ...part(choices) };
};

/** What counts of it, more, or a part. */
const planRefund: Operation['plan'] = (model, choices, foreign) => {
  const id = anyId(model, choices, 'Payment', foreign);
  const payment = model.find('Payment', (one) => one.id === id);
  const currency = payment && model.get('Invoice', payment.invoiceId).currency;
  const whole = payment && currency ? exactIn(currency, countedOf(payment)) : '1';
  const amount = () => choices.of([whole, '1', '2', '0.5', '1000000', '0.0015', '0']);
  return id === undefined
    ? undefined
    : {
        id,
        ...choices.some(80, { amount }),
        ...choices.some(25, { ofCredit: () => true }),
        ...choices.some(40, { referenceNumber: () => choices.of(['rf 1', 'RF1']) }),
        ...choices.some(10, { allowDuplicate: () => true }),
        ...(payment && choices.some(30, { date: () => anyDay(model, choices, payment.date, 1) })),
        ...part(choices),
      };
};

const reversal = { type: 'Payment', writes: ['invoices'] } as const;

export const reversalOperations: readonly Operation[] = [
  {
    ...{ name: 'reversePayment', ...reversal, rest: ['POST', 'payment/reverse'] },
    ...{ plan: planReversal, apply: reversePayment },
  },
  {
    ...{ name: 'refundPayment', ...reversal, rest: ['POST', 'payment/refund'] },
    ...{ plan: planRefund, apply: refundPayment },
  },
];
