import type { Choices } from './choices.ts';
import { digitsOf, wholeOf } from './invoices.ts';
import type { Input, Operation } from './operations.ts';
import { anyId, target } from './operations.ts';
import type { Invoice, Model, Payment } from './state.ts';
import { require } from './state.ts';

/** Credit of clients in the model: what payments brought that no invoice needs yet, less what was made of it. */

const ofOwner = (model: Model, { clientId, currency }: Invoice): Payment[] =>
  model.all('Payment').filter((payment) => {
    const paid = model.get('Invoice', payment.invoiceId);
    return paid.clientId === clientId && paid.currency === currency;
  });

/** What came of payments that count, and what it was used for. */
const cameOf = ({ amount, creditedAmount, fromCredit, reversalReason }: Payment): bigint =>
  reversalReason === null ? creditedAmount - (fromCredit ? amount : 0n) : 0n;

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

const creditThatCame = (model: Model, owner: Invoice): bigint =>
  sumOf(ofOwner(model, owner).map(cameOf));

/** What a client has; what was given back of payments that were reversed then, it owes. */
export const creditOf = (model: Model, owner: Invoice): bigint =>
  creditThatCame(model, owner) -
  sumOf(
    ofOwner(model, owner)
      .filter(({ reversalReason }) => reversalReason !== null)
      .map(({ refundedTotal }) => refundedTotal),
  );

/** Of what became credit by a payment that is reversed nothing pays other invoices. @throws Refused */
export function requireUnused(model: Model, owner: Invoice, payment: Payment): void {
  const { amount, creditedAmount, fromCredit } = payment;
  const change = (fromCredit ? amount : 0n) - creditedAmount;
  if (change === 0n && payment.refundedTotal === 0n) return;
  require(creditThatCame(model, owner) + change >= 0n, 'conflicting_state');
}

/** An amount, or what it is at most. */
export function atMost(amount: bigint, most: bigint): bigint {
  if (amount > most) return most;
  return amount;
}

export const payable = ['DRAFT', 'SENT', 'PARTIAL', 'WRITE_OFF'];

/** What a payment is more than what is due is credit. */
export function overpay(
  model: Model,
  invoice: Invoice,
  payment: Pick<Payment, 'amount' | 'date' | 'referenceNumber'>,
): Invoice {
  const due = invoice.total - invoice.paymentTotal;
  const creditedAmount = payment.amount - due;
  const untouched = { reversalReason: null, refundedTotal: 0n, fromCredit: false };
  model.add('Payment', { invoiceId: invoice.key, ...payment, ...untouched, creditedAmount });
  const datePaid = invoice.status === 'PAID' ? invoice.datePaid : payment.date;
  const paid = { paymentTotal: invoice.paymentTotal + due, amountDue: 0n, datePaid };
  return model.change('Invoice', invoice, { ...paid, status: 'PAID' });
}

function applyCredit(model: Model, input: Input): Invoice {
  const invoice = target(model, 'Invoice', input);
  require(payable.includes(invoice.status), 'conflicting_state');
  require(input.amount === undefined || Number(input.amount) > 0, 'invalid_input');
  const due = invoice.total - invoice.paymentTotal;
  const has = creditOf(model, invoice);
  const amount =
    input.amount === undefined
      ? atMost(due, has)
      : wholeOf(input.amount, digitsOf(invoice.currency));
  require(amount !== undefined, 'invalid_input');
  require(amount > 0n && amount <= has, 'credit_exceeded');
  require(amount <= due, 'payment_exceeds_amount_due');
  const untouched = { reversalReason: null, refundedTotal: 0n, creditedAmount: 0n };
  const made = { invoiceId: invoice.key, amount, date: model.today, referenceNumber: null };
  model.add('Payment', { ...made, ...untouched, fromCredit: true });
  const isPaid = amount === due;
  return model.change('Invoice', invoice, {
    ...{ paymentTotal: invoice.paymentTotal + amount, amountDue: due - amount },
    ...{ status: isPaid ? 'PAID' : 'PARTIAL', datePaid: isPaid ? model.today : null },
  });
}

const planCredit: Operation['plan'] = (model, choices: Choices, foreign) => {
  const id = anyId(model, choices, 'Invoice', foreign);
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
