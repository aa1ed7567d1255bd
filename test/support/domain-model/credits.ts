import { digitsOf, wholeOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import type { Movement } from './movements.ts';
import type { Input, Operation } from './operations.ts';
import { anyId, target } from './operations.ts';
import type { Invoice, Payment } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Credit of clients in the model: what payments brought that no invoice needs yet, less what was made of it. */

const ofOwner = (model: Model, { clientId, currency }: Invoice): Payment[] =>
  model.all('Payment').filter((payment) => {
    const paid = model.get('Invoice', payment.invoiceId);
    return paid.clientId === clientId && paid.currency === currency;
  });

/** The credit of valid payments, and its uses. */
const cameOf = ({ amount, creditedAmount, fromCredit, reversalReason }: Payment): bigint =>
  reversalReason === null ? creditedAmount - (fromCredit ? amount : 0n) : 0n;

export const sumOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((sum, one) => sum + one, 0n);

const creditThatCame = (model: Model, owner: Invoice): bigint =>
  sumOf(ofOwner(model, owner).map(cameOf));

/** The credit of a client. The client owes refunds of payments that were reversed later. */
export const creditOf = (model: Model, owner: Invoice): bigint =>
  creditThatCame(model, owner) -
  sumOf(
    ofOwner(model, owner)
      .filter(({ reversalReason }) => reversalReason !== null)
      .map(({ refundedTotal }) => refundedTotal),
  );

/** What lies between two places. */
type Stretch = readonly [payment: Payment, from: bigint, to: bigint];

/** Amounts one behind the other. */
function inARow(payments: readonly Payment[], amountOf: (payment: Payment) => bigint): Stretch[] {
  let end = 0n;
  return payments.map((payment) => {
    const from = end;
    end += amountOf(payment);
    return [payment, from, end];
  });
}

/**
 * The payments made of credit that go with others, for there to be no less than nothing of it: what came first was used first. Those that
 * used what came of the others go, the last first, and no more than are needed.
 */
export function goneWith(model: Model, owner: Invoice, taken: readonly Payment[]): Payment[] {
  const standing = ofOwner(model, owner).filter(({ reversalReason }) => reversalReason === null);
  const cameFirst = standing
    .filter(({ creditedAmount }) => creditedAmount > 0n)
    .sort((one, other) => Number(one.cameAt) - Number(other.cameAt));
  const came = inARow(cameFirst, ({ creditedAmount }) => creditedAmount);
  const made = standing
    .filter(({ fromCredit }) => fromCredit)
    .sort((one, other) => one.key - other.key);
  const used = inARow(made, ({ amount }) => amount).reverse();
  const gone: Payment[] = [];
  const isGone = (one: Payment) => taken.includes(one) || gone.includes(one);
  const left = () => sumOf(standing.filter((one) => !isGone(one)).map(cameOf));
  while (left() < 0n) {
    const next = used.find(
      ([use, from, to]) =>
        !isGone(use) && came.some(([of, first, last]) => isGone(of) && from < last && first < to),
    );
    if (next === undefined) throw new Error('What came of a payment was used by none.');
    gone.push(next[0]);
  }
  return gone;
}

/** The payable amount of an invoice. Written-off amounts can be paid late. */
export const payableOf = ({ creditedTotal, paymentTotal, total }: Invoice): bigint =>
  total - paymentTotal - creditedTotal;

/** An amount that is given exactly, or by default what there could be of it, but no more than there is. @throws Rejected */
export function amountOr(
  input: Input,
  { currency }: Invoice,
  [whole, max]: readonly [whole: bigint, most: bigint],
): bigint {
  if (input.amount === undefined) return whole > max ? max : whole;
  const amount = wholeOf(input.amount, digitsOf(currency));
  require(amount !== undefined, 'invalid_input');
  return amount;
}

export const payable = ['DRAFT', 'SENT', 'PARTIAL', 'WRITE_OFF'];

/** The part of a payment above the amount due is credit. */
export function overpay(
  model: Model,
  invoice: Invoice,
  payment: Pick<Payment, 'amount' | 'date' | 'referenceNumber'>,
): Invoice {
  const due = payableOf(invoice);
  const creditedAmount = payment.amount - due;
  const unchanged = { reversalReason: null, refundedTotal: 0n, fromCredit: false, groupId: null };
  const credited = { creditedAmount, cameAt: model.nextMoment() };
  const moved: Movement[] = [['OVERPAID', creditedAmount, payment.date]];
  model.add('Payment', { invoiceId: invoice.key, ...payment, ...unchanged, ...credited, moved });
  const datePaid = invoice.status === 'PAID' ? invoice.datePaid : payment.date;
  const paid = { paymentTotal: invoice.paymentTotal + due, amountDue: 0n, datePaid };
  return model.change('Invoice', invoice, { ...paid, status: 'PAID' });
}

function applyCredit(model: Model, input: Input): Invoice {
  const invoice = target(model, 'Invoice', input);
  require(payable.includes(invoice.status), 'conflicting_state');
  require(input.amount === undefined || Number(input.amount) > 0, 'invalid_input');
  const due = payableOf(invoice);
  const has = creditOf(model, invoice);
  const amount = amountOr(input, invoice, [due, has]);
  require(amount > 0n && amount <= has, 'credit_exceeded');
  require(amount <= due, 'payment_exceeds_amount_due');
  const unaffected = {
    reversalReason: null,
    refundedTotal: 0n,
    creditedAmount: 0n,
    cameAt: null,
    groupId: null,
  };
  const made = { invoiceId: invoice.key, amount, date: model.today, referenceNumber: null };
  const moved: Movement[] = [['APPLIED', -amount, model.today]];
  model.add('Payment', { ...made, ...unaffected, fromCredit: true, moved });
  const isPaid = amount === due;
  return model.change('Invoice', invoice, {
    ...{ paymentTotal: invoice.paymentTotal + amount, amountDue: due - amount },
    ...{ status: isPaid ? 'PAID' : 'PARTIAL', datePaid: isPaid ? model.today : null },
  });
}

const planCredit: Operation['plan'] = (model, choices: Choices, foreign) => {
  const isPossible = (one: Invoice) => one.amountDue > 0n && creditOf(model, one) > 0n;
  const possible = choices.any(model.all('Invoice').filter(isPossible));
  const isAny = !possible || choices.chance(20);
  const id = isAny ? anyId(model, choices, 'Invoice', foreign) : possible.id;
  const amount = () => choices.of(['1', '2', '0.5', '1000000', '0.0015', '0']);
  return id === undefined ? undefined : { id, ...choices.some(50, { amount }) };
};

export const creditOperations: readonly Operation[] = [
  {
    ...{ name: 'applyCredit', type: 'Invoice', writes: ['invoices'] },
    rest: ['POST', 'invoices/applyCredit'],
    plan: planCredit,
    apply: applyCredit,
  },
];
