import { decimalText } from '../integer-totals.ts';
import { digitsOf, micro, wholeOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import { clientNamed } from './clients.ts';
import { overpay, payable, payableOf, sumOf } from './credits.ts';
import type { Input, Operation } from './operations.ts';
import { anyName, textOf } from './operations.ts';
import type { Invoice, Payment } from './records.ts';
import type { Model } from './state.ts';
import { Rejected, require } from './state.ts';

/** Payments of the model. */

/** The invoice that goes by the number: the formatted one exactly, else the plain one. @throws Rejected */
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

interface Part {
  amount: bigint | undefined;
  date: string;
  referenceNumber: string | null;
}

/** The result of each created payment. */
const partOf = (model: Model, input: Input, invoice: Invoice, amount: unknown): Part => ({
  amount: wholeOf(amount, digitsOf(invoice.currency)),
  date: input.date ?? model.today,
  referenceNumber: textOf(input.referenceNumber)?.trim() ?? null,
});

/** @throws Rejected before other checks, so that a retry of the closing payment gets the existing one */
function requireNew(model: Model, invoice: Invoice, part: Part, input: Input): void {
  const { amount, date, referenceNumber } = part;
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
  require(!double || input.allowDuplicate, 'duplicate_payment');
}

const unchanged = { reversalReason: null, refundedTotal: 0n, fromCredit: false };

/** Pays an invoice, at most what is due. @throws Rejected */
function pay(model: Model, invoice: Invoice, part: Part): Payment {
  const { amount, date, referenceNumber } = part;
  require(amount !== undefined, 'invalid_input');
  require(payable.includes(invoice.status), 'invoice_closed');
  const due = payableOf(invoice);
  require(amount <= due, 'payment_exceeds_amount_due');
  const noCredit = { creditedAmount: 0n, cameAt: null, groupId: null, moved: [] };
  const made = { invoiceId: invoice.key, amount, date, referenceNumber };
  const payment = model.add('Payment', { ...made, ...unchanged, ...noCredit });
  const amountDue = due - amount;
  model.change('Invoice', invoice, {
    paymentTotal: invoice.paymentTotal + amount,
    amountDue,
    status: amountDue === 0n ? 'PAID' : 'PARTIAL',
    datePaid: amountDue === 0n ? date : null,
  });
  return payment;
}

function recordPayment(model: Model, input: Input): Invoice {
  require(Number(input.amount) > 0, 'invalid_input');
  if (input.allocations) return recordAllocated(model, input);
  const invoice = invoiceNumbered(model, input);
  const part = partOf(model, input, invoice, input.amount);
  requireNew(model, invoice, part, input);
  const { amount } = part;
  require(amount !== undefined, 'invalid_input');
  const isCredited = input.overpayment === 'CREDIT' && amount > payableOf(invoice);
  if (isCredited && [...payable, 'PAID'].includes(invoice.status)) {
    return overpay(model, invoice, { ...part, amount });
  }
  pay(model, invoice, part);
  return invoice;
}

/**
 * One payment of several invoices, each with its part: all of them, or none. The rest is credit, a separate payment.
 */
function recordAllocated(model: Model, input: Input): Invoice {
  const { allocations, ...common } = input;
  const left = micro(input.amount) - sumOf(allocations.map((one: Input) => micro(one.amount)));
  require(left === 0n || (left > 0n && input.overpayment === 'CREDIT'), 'invalid_input');
  const paid: { invoice: Invoice; payment: Payment }[] = [];
  const rejected: Rejected[] = [];
  for (const { amount, invoiceNumber } of allocations) {
    try {
      const invoice = invoiceNumbered(model, { ...common, invoiceNumber });
      require(!paid.some((one) => one.invoice === invoice), 'invalid_input');
      const part = partOf(model, input, invoice, amount);
      requireNew(model, invoice, part, input);
      const payment = pay(model, invoice, part);
      // It is made with its group, so that its version stays.
      payment.groupId = (paid[0]?.payment ?? payment).key;
      paid.push({ invoice, payment });
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      rejected.push(error);
    }
  }
  // All errors are reported together, with the code for invalid input if one of them is.
  const reported = rejected.find(({ code }) => code === 'invalid_input') ?? rejected[0];
  if (reported) throw reported;
  const [first] = paid as [(typeof paid)[0]];
  const { clientId, currency } = first.invoice;
  const isOfOne = (one: Invoice) => one.clientId === clientId && one.currency === currency;
  require(paid.every(({ invoice }) => isOfOne(invoice)), 'invalid_input');
  if (left === 0n) return first.invoice;
  const rest = partOf(model, input, first.invoice, decimalText(left, 6));
  require(rest.amount !== undefined, 'invalid_input');
  model.add('Payment', {
    ...{ ...rest, amount: rest.amount, invoiceId: first.invoice.key, ...unchanged },
    ...{ creditedAmount: rest.amount, cameAt: model.nextMoment(), groupId: first.payment.key },
    moved: [['OVERPAID', rest.amount, rest.date]],
  });
  return first.invoice;
}

/** An amount as text, with the digits that its currency has. */
export function exactIn(currency: string, amount: bigint): string {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** One payment of two or three invoices, mostly of one client. */
function planAllocated(model: Model, choices: Choices): Input | undefined {
  const open = model.all('Invoice').filter(({ amountDue }) => amountDue > 0n);
  const one = choices.any(open);
  const of = choices.chance(90) ? open.filter(({ clientId }) => clientId === one?.clientId) : open;
  const named = Array.from({ length: 2 + choices.below(2) }, () => choices.any(of));
  const distinct = choices.chance(95) ? [...new Set(named)] : named;
  const allocations = distinct.flatMap((invoice) => {
    if (!invoice) return [];
    const due = exactIn(invoice.currency, invoice.amountDue);
    const amount = choices.of([due, due, due, '1', '1', '0.0015', '1000000']);
    return [{ invoiceNumber: invoice.invoiceNumberFormatted, amount }];
  });
  if (allocations.length === 0) return undefined;
  const more = micro(choices.of(['0', '0', '1', '0.5', '-1']));
  const sum = sumOf(allocations.map(({ amount }) => micro(amount))) + more;
  return {
    ...{ allocations, amount: decimalText(sum > 0n ? sum : 1_000_000n, 6) },
    ...choices.some(50, { overpayment: () => 'CREDIT' }),
    ...choices.some(50, { referenceNumber: () => choices.of(['rf 1', 'RF1', 'Rf-2']) }),
  };
}

/** The amount due, more, or a part. Sometimes the paid amount again. */
function planPayment(model: Model, choices: Choices): Input | undefined {
  if (choices.chance(25)) return planAllocated(model, choices);
  const open = model.all('Invoice').filter(({ amountDue }) => amountDue > 0n);
  const deposits = open.filter(({ invoiceType }) => invoiceType === 'DEPOSIT');
  const isOfDeposit = deposits.length > 0 && choices.chance(40);
  const any = choices.chance(85) ? open : model.all('Invoice');
  const invoice = choices.any(isOfDeposit ? deposits : any);
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
  const more = exact(invoice.amountDue + 1_000n);
  const client = model.get('Client', invoice.clientId);
  return {
    invoiceNumber: `${number ?? invoice.invoiceNumberFormatted}`,
    amount: choices.of([due, due, due, due, more, '1', '1', '2', '10.5', '1000000', '0.0015']),
    ...choices.some(50, { referenceNumber: () => choices.of(['rf 1', 'RF1', 'Rf-2']) }),
    ...choices.some(40, { overpayment: () => 'CREDIT' }),
    ...choices.some(30, { date: () => choices.of(['2026-04-15', '2026-04-16']) }),
    ...choices.some(15, {
      clientName: () => choices.of([client.name, anyName(choices)]),
      clientId: () => client.id,
    }),
  };
}

export const paymentOperations: readonly Operation[] = [
  {
    ...{ name: 'recordPayment', type: 'Invoice', writes: ['invoices'] },
    rest: ['POST', 'payment/create'],
    plan: planPayment,
    apply: recordPayment,
  },
];
