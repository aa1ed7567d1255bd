import type { Choices } from './choices.ts';
import { clientNamed } from './clients.ts';
import { digitsOf, wholeOf } from './invoices.ts';
import type { Input, Operation } from './operations.ts';
import { anyName, textOf } from './operations.ts';
import type { Invoice, Model } from './state.ts';
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
      one.amount === amount &&
      one.date === date &&
      one.referenceNumber !== null &&
      referenceNumber !== null &&
      comparable(one.referenceNumber) === comparable(referenceNumber),
  );
  // Told before anything else, so that a retry of what closed the invoice is told what it is.
  require(!double || input.allowDuplicate, 'duplicate_payment');
  require(amount !== undefined, 'invalid_input');
  require(['DRAFT', 'SENT', 'PARTIAL'].includes(invoice.status), 'invoice_closed');
  require(amount <= invoice.amountDue, 'payment_exceeds_amount_due');
  model.add('Payment', { invoiceId: invoice.key, amount, date, referenceNumber });
  const amountDue = invoice.amountDue - amount;
  return model.change('Invoice', invoice, {
    paymentTotal: invoice.paymentTotal + amount,
    amountDue,
    status: amountDue === 0n ? 'PAID' : 'PARTIAL',
    datePaid: amountDue === 0n ? date : null,
  });
}

/** What is due, more, or a part; now and then once more what was paid. */
function planPayment(model: Model, choices: Choices): Input | undefined {
  const open = model.all('Invoice').filter(({ amountDue }) => amountDue > 0n);
  const invoice = choices.any(choices.chance(85) ? open : model.all('Invoice'));
  if (!invoice) return undefined;
  const number = choices.chance(70) ? invoice.invoiceNumberFormatted : invoice.invoiceNumber;
  const { currency, key } = invoice;
  const exact = (amount: bigint) => {
    const digits = digitsOf(currency);
    const text = String(amount).padStart(digits + 1, '0');
    return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  };
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
