import type { Choices } from './choices.ts';
import { clientNamed } from './clients.ts';
import { amountOr, creditOf, goneWith, overpay, payable } from './credits.ts';
import { digitsOf, wholeOf } from './invoices.ts';
import type { Input, Operation } from './operations.ts';
import { anyId, anyName, target, textOf } from './operations.ts';
import type { Invoice, Model, Payment } from './state.ts';
import { require } from './state.ts';

/** Payments of the model. */

/** The invoice that goes by the number: the formatted one exactly, else the plain one. @throws Refused */
function invoiceNumbered(model: Model, input: Input): Invoice {
  const number = String(input.invoiceNumber).trim();
  const client = clientNamed(model, input);
  const ofClient = model
    .all('Invoice')
    .filter((one) => client === null || one.clientId === client.key);
  const exact = ofClient.filter((one) => one.invoiceNumberFormatted === number);
  const plain = ofClient.filter(
    (one) => /^\d+$/.test(number) && one.invoiceNumber === Number(number),
  );
  const [invoice, ...others] = exact.length > 0 ? exact : plain;
  require(invoice, 'record_not_found');
  require(others.length === 0, 'number_ambiguous');
  return invoice;
}

/** A reference as it is compared: blanks and case apart. */
const comparable = (reference: string) => reference.replace(/\s/g, '').toLowerCase();

function recordPayment(model: Model, input: Input): Invoice {
  require(Number(input.amount) > 0, 'invalid_input');
  const invoice = invoiceNumbered(model, input);
  const digits = digitsOf(invoice.currency);
  const amount = wholeOf(input.amount, digits);
  const date = input.date ?? model.today;
  const referenceNumber = textOf(input.referenceNumber)?.trim() ?? null;
  const double = model.find(
    'Payment',
    (one) =>
      one.invoiceId === invoice.key &&
      one.reversalReason === null &&
      one.amount === amount &&
      one.date === date &&
      one.referenceNumber !== null &&
      referenceNumber !== null &&
      comparable(one.referenceNumber) === comparable(referenceNumber),
  );
  // Told before anything else, so that a retry of what closed the invoice is told what it is.
  require(!double || input.allowDuplicate, 'duplicate_payment');
  require(amount !== undefined, 'invalid_input');
  // What was given up is paid late.
  const due = invoice.total - invoice.paymentTotal;
  const isCredited = input.overpayment === 'CREDIT' && amount > due;
  if (isCredited && [...payable, 'PAID'].includes(invoice.status)) {
    return overpay(model, invoice, { amount, date, referenceNumber });
  }
  require(payable.includes(invoice.status), 'invoice_closed');
  require(amount <= due, 'payment_exceeds_amount_due');
  const untouched = { reversalReason: null, refundedTotal: 0n };
  const noCredit = { creditedAmount: 0n, fromCredit: false, cameAt: null };
  const made = { invoiceId: invoice.key, amount, date, referenceNumber };
  model.add('Payment', { ...made, ...untouched, ...noCredit });
  const amountDue = due - amount;
  return model.change('Invoice', invoice, {
    paymentTotal: invoice.paymentTotal + amount,
    amountDue,
    status: amountDue === 0n ? 'PAID' : 'PARTIAL',
    datePaid: amountDue === 0n ? date : null,
  });
}

/** An amount as text, with the digits that its currency has. */
function exactIn(currency: string, amount: bigint): string {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** What is due, more, or a part; now and then once more what was paid. */
function planPayment(model: Model, choices: Choices): Input | undefined {
  const open = model.all('Invoice').filter(({ amountDue }) => amountDue > 0n);
  const invoice = choices.any(choices.chance(85) ? open : model.all('Invoice'));
  if (!invoice) return undefined;
  const number = choices.chance(70) ? invoice.invoiceNumberFormatted : invoice.invoiceNumber;
  const { currency, key } = invoice;
  const exact = (amount: bigint) => exactIn(currency, amount);
  const before = choices.any(model.all('Payment').filter((one) => one.invoiceId === key));
  if (before && choices.chance(40)) {
    const { amount, date, referenceNumber } = before;
    const again = referenceNumber && ` ${referenceNumber.toUpperCase()} `;
    const more = choices.some(20, { allowDuplicate: () => true });
    return {
      invoiceNumber: `${number}`,
      amount: exact(amount),
      date,
      referenceNumber: again,
      ...more,
    };
  }
  const due = exact(invoice.amountDue);
  const client = model.get('Client', invoice.clientId);
  return {
    invoiceNumber: `${number ?? invoice.invoiceNumberFormatted}`,
    amount: choices.of([due, due, '1', '1', '2', '10.5', '1000000', '0.0015']),
    ...choices.some(50, { referenceNumber: () => choices.of(['rf 1', 'RF1', 'Rf-2']) }),
    ...choices.some(25, { overpayment: () => 'CREDIT' }),
    ...choices.some(30, { date: () => choices.of(['2026-04-15', '2026-04-16']) }),
    ...choices.some(15, {
      clientName: () => choices.of([client.name, anyName(choices)]),
      clientId: () => client.id,
    }),
  };
}

const countedOf = ({ amount, creditedAmount, refundedTotal, reversalReason }: Payment): bigint =>
  reversalReason === null ? amount - refundedTotal - creditedAmount : 0n;

/** So much less was paid: what was given up stays given up, and an invoice on which nothing was paid is as it was sent. */
function countLess(model: Model, invoice: Invoice, amount: bigint): void {
  if (amount === 0n) return;
  const paymentTotal = invoice.paymentTotal - amount;
  const isGivenUp = invoice.status === 'WRITE_OFF';
  const open = paymentTotal === 0n ? 'SENT' : 'PARTIAL';
  model.change('Invoice', invoice, {
    ...{ paymentTotal, datePaid: null, status: isGivenUp ? 'WRITE_OFF' : open },
    amountDue: isGivenUp ? 0n : invoice.amountDue + amount,
  });
}

const reasons = ['BOUNCED', 'WRONG_INVOICE', 'WRONG_AMOUNT', 'DUPLICATE', 'OTHER'];

function reversePayment(model: Model, input: Input): Payment {
  const payment = target(model, 'Payment', input);
  require(reasons.includes(input.reason), 'invalid_input');
  require(payment.reversalReason === null, 'conflicting_state');
  const owner = model.get('Invoice', payment.invoiceId);
  for (const one of [...goneWith(model, owner, [payment]), payment]) {
    // What was given back of it counted no more, and is owed by the client.
    const counted = countedOf(one);
    model.change('Payment', one, { reversalReason: input.reason });
    countLess(model, model.get('Invoice', one.invoiceId), counted);
  }
  return payment;
}

function refundPayment(model: Model, input: Input): Payment {
  const payment = target(model, 'Payment', input);
  require(input.amount === undefined || Number(input.amount) > 0, 'invalid_input');
  require(payment.reversalReason === null, 'conflicting_state');
  const invoice = model.get('Invoice', payment.invoiceId);
  const ofCredit = input.ofCredit === true;
  const counted = ofCredit ? payment.creditedAmount : countedOf(payment);
  const has = ofCredit ? creditOf(model, invoice) : counted;
  const amount = amountOr(input, invoice, [counted, has]);
  require(amount > 0n && amount <= counted, 'refund_exceeds_payment');
  require(amount <= has, 'credit_exceeded');
  const refundedTotal = payment.refundedTotal + amount;
  const creditedAmount = payment.creditedAmount - (ofCredit ? amount : 0n);
  const changed = model.change('Payment', payment, { refundedTotal, creditedAmount });
  countLess(model, invoice, ofCredit ? 0n : amount);
  return changed;
}

const planReversal: Operation['plan'] = (model, choices, foreign) => {
  const id = anyId(model, choices, 'Payment', foreign);
  return id === undefined ? undefined : { id, reason: choices.of(reasons) };
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
    : { id, ...choices.some(80, { amount }), ...choices.some(25, { ofCredit: () => true }) };
};

const takingBack = { type: 'Payment', writes: ['invoices'] } as const;

export const paymentOperations: readonly Operation[] = [
  {
    ...{ name: 'recordPayment', type: 'Invoice', writes: ['invoices'] },
    rest: ['POST', 'payment/create'],
    plan: planPayment,
    apply: recordPayment,
  },
  {
    ...{ name: 'reversePayment', ...takingBack, rest: ['POST', 'payment/reverse'] },
    ...{ plan: planReversal, apply: reversePayment },
  },
  {
    ...{ name: 'refundPayment', ...takingBack, rest: ['POST', 'payment/refund'] },
    ...{ plan: planRefund, apply: refundPayment },
  },
];
