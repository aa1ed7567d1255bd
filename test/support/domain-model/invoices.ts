import { digitsOf, lineOf, sumsOf, wholeOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import { anyClient, clientNamed } from './clients.ts';
import {
  anyDeposits,
  changedDeposits,
  depositsNamed,
  isTakenOff,
  keysOf,
  partsOf,
  planDeposits,
  requireFree,
} from './deposits.ts';
import { daysAfter } from './movements.ts';
import { nextNumber, numberOf } from './numbers.ts';
import type { Foreign, Input, Operation } from './operations.ts';
import { anyId, readFields, target, textOf } from './operations.ts';
import type { Client, Invoice } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Invoices of the model, and their lifecycle. */

const percentOf = (value: unknown) => (textOf(value) === null ? null : Number(value));

/** Whom an invoice goes to: the client's invoice contacts, else its default contact or, once the invoice exists, its only one. */
function addressesOf(model: Model, client: number, isNew = false): string[] {
  const current = model.all('Contact').filter((one) => one.clientId === client && !one.archived);
  const reachable = current.filter(({ email }) => email);
  const forInvoices = reachable.filter(({ invoiceContact }) => invoiceContact);
  const defaults = reachable.filter(
    (one) => one.defaultContact || (!isNew && current.length === 1),
  );
  const chosen = forInvoices.length > 0 ? forInvoices : defaults;
  require(chosen.length > 0, 'invalid_input');
  return chosen.map(({ email }) => String(email));
}

function createInvoice(model: Model, input: Input): Invoice {
  require(textOf(input.clientName) || textOf(input.clientId), 'invalid_input');
  const { depositIds = [], invoiceType = 'STANDARD' } = input;
  require(invoiceType !== 'DEPOSIT' || depositIds.length === 0, 'invalid_input');
  const client = clientNamed(model, input) as Client;
  const { key: clientId } = client;
  const currency = client.currency ?? 'USD';
  const addresses = input.sendTo?.send ? addressesOf(model, client.key, true) : null;
  const named = depositsNamed(model, depositIds, { clientId, currency });
  const deposits = keysOf(named);
  const isSimple = input.amount !== undefined;
  const lines = isSimple ? [lineOf({ unitPrice: input.amount })] : input.lineItems.map(lineOf);
  require(!isSimple || wholeOf(input.amount, digitsOf(currency)) !== undefined, 'invalid_input');
  const taxPercentage = percentOf(input.taxPercentage) ?? client.defaultTaxRate;
  const discountPercent = Number(input.discountPercent ?? 0);
  const of = { currency, lines, taxPercentage, discountPercent };
  const sums = sumsOf(of, partsOf(model, deposits));
  const number = numberOf(model, input.invoiceNumber);
  requireFree(model, named);
  const status = addresses ? (sums.total === 0n ? 'PAID' : 'SENT') : 'DRAFT';
  return model.add('Invoice', {
    ...{ ...of, clientId, invoiceType, deposits, status },
    ...{ ...number, ...sums, paymentTotal: 0n, notes: textOf(input.notes) },
    ...{ creditedTotal: 0n, creditedLines: [] },
    dateCreated: input.dateCreated ?? model.today,
    dateSent: addresses ? model.today : null,
    datePaid: status === 'PAID' ? model.today : null,
  });
}

/** Sends an invoice, or marks it as sent. That pays a draft without an amount due. */
function issue(model: Model, invoice: Invoice): Invoice {
  const isOut = invoice.status === 'DRAFT' || invoice.status === 'SENT';
  const settled = invoice.amountDue === 0n ? 'PAID' : 'SENT';
  const status = isOut ? settled : invoice.status;
  const dateSent = invoice.dateSent ?? model.today;
  const becomesPaid = status === 'PAID' && invoice.status !== 'PAID';
  const datePaid = becomesPaid ? model.today : invoice.datePaid;
  return model.change('Invoice', invoice, { status, dateSent, datePaid });
}

function updateInvoice(model: Model, input: Input): Invoice {
  const invoice = target(model, 'Invoice', input);
  require(invoice.status === 'DRAFT', 'conflicting_state');
  const fields = readFields(input, {
    lineItems: (items) => (items as Input[]).map(lineOf),
    notes: textOf,
    discountPercent: (value) => Number(value ?? 0),
    taxPercentage: percentOf,
    depositIds: (ids) => changedDeposits(model, invoice, ids as string[] | null),
  });
  const { lineItems: lines = invoice.lines, depositIds, ...rest } = fields;
  if (rest.taxPercentage === null) {
    rest.taxPercentage = model.get('Client', invoice.clientId).defaultTaxRate;
  }
  const deposits: number[] = depositIds ?? invoice.deposits;
  const after = { ...invoice, ...rest, lines, deposits };
  const change = { ...rest, lines, deposits, ...sumsOf(after, partsOf(model, deposits)) };
  const text = (of: object) =>
    JSON.stringify(of, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  // Where nothing changes, nothing is written.
  if (text(after) === text(invoice)) return invoice;
  return model.change('Invoice', invoice, change);
}

function close(model: Model, input: Input, status: 'VOIDED' | 'WRITE_OFF'): Invoice {
  const invoice = target(model, 'Invoice', input);
  const isOpen =
    status === 'VOIDED'
      ? ['DRAFT', 'SENT', 'PAID'].includes(invoice.status) &&
        invoice.paymentTotal + invoice.creditedTotal === 0n
      : ['SENT', 'PARTIAL'].includes(invoice.status);
  require(isOpen, 'conflicting_state');
  require(status === 'WRITE_OFF' || !isTakenOff(model, invoice), 'conflicting_state');
  return model.change('Invoice', invoice, { status, amountDue: 0n, datePaid: null });
}

/** Only the newest can be deleted, or one to whose number the sequence has not come: its number is given again. */
function deleteInvoice(model: Model, input: Input): null {
  const invoice = target(model, 'Invoice', input);
  const { dateSent, invoiceNumber, status } = invoice;
  const isNewest = invoiceNumber === null || invoiceNumber >= model.nextNumber - 1;
  require(status === 'DRAFT' && dateSent === null && isNewest, 'conflicting_state');
  model.remove('Invoice', invoice);
  if (invoiceNumber !== 0 && invoiceNumber === model.nextNumber - 1)
    model.nextNumber = invoiceNumber as number;
  return null;
}

function duplicateInvoice(model: Model, input: Input): Invoice {
  const { id: _i, key: _k, version: _v, ...original } = target(model, 'Invoice', input);
  const { subTotal: _s, ...fresh } = {
    ...{ ...original, paymentTotal: 0n, creditedTotal: 0n, creditedLines: [] },
    // A deposit is taken off once.
    deposits: [],
  };
  const dates = { dateCreated: model.today, dateSent: null, datePaid: null };
  const number = nextNumber(model);
  return model.add('Invoice', {
    ...{ ...fresh, ...sumsOf(original, []), ...dates, ...number, status: 'DRAFT' },
  });
}

const anyLine = (choices: Choices) => ({
  description: 'Work',
  unitPrice: choices.of(['0', '100', '12.345', '0.005', '80.5', '-10', '33.333333']),
  ...choices.some(40, {
    quantity: () => choices.of(['2', '0.25', '1.666667', '3']),
    taxable: () => choices.chance(50),
  }),
});

const anyLines = (choices: Choices) =>
  Array.from({ length: 1 + choices.below(3) }, () => anyLine(choices));

const invoiceFields = (choices: Choices) =>
  choices.some(25, {
    discountPercent: () => choices.of(['10', '100', '33']),
    taxPercentage: () => choices.of(['19', '0', '7']),
    notes: () => choices.of(['', 'Thanks']),
  });

const planHeader = (model: Model, choices: Choices, foreign: Foreign) => ({
  ...anyClient(model, choices, foreign),
  ...planDeposits(model, choices, foreign),
  ...invoiceFields(choices),
  ...choices.some(15, {
    invoiceNumber: () =>
      choices.of([`${choices.below(40)}`, `INV-000${choices.below(30)}`, 'PO/7']),
    sendTo: () => ({ send: true }),
  }),
  ...choices.some(60, { dateCreated: () => daysAfter(model.today, -choices.of([10, 20])) }),
});

const planId: Operation['plan'] = (model, choices, foreign) => {
  const id = anyId(model, choices, 'Invoice', foreign);
  return id === undefined ? undefined : { id };
};

const byId = (name: string, apply: Operation['apply']): Operation => ({
  ...{ name, type: 'Invoice', writes: ['invoices'], plan: planId, apply },
});

const renamed = { lineItems: 'items', unitPrice: 'rate', taxPercentage: 'taxRate' };
const made = { type: 'Invoice', writes: ['invoices'], restNames: renamed } as const;

export const invoiceOperations: readonly Operation[] = [
  {
    ...{ name: 'createInvoice', ...made, rest: ['POST', 'invoices/create'] },
    plan: (model, choices, foreign) => ({
      ...planHeader(model, choices, foreign),
      lineItems: anyLines(choices),
    }),
    apply: createInvoice,
  },
  {
    ...{ name: 'createSimpleInvoice', ...made, rest: ['POST', 'invoices/create'] },
    plan: (model, choices, foreign) => ({
      ...planHeader(model, choices, foreign),
      amount: choices.of(['100', '50.5', '0', '0.125', '7']),
    }),
    apply: createInvoice,
  },
  {
    ...{ name: 'updateInvoice', type: 'Invoice', writes: ['invoices'] },
    plan: (model, choices, foreign) => {
      const drafts = model.all('Invoice').filter(({ status }) => status === 'DRAFT');
      const withLock = drafts.filter(({ deposits }) => deposits.length > 0);
      const isAny = withLock.length === 0 || choices.chance(50);
      const id = isAny ? anyId(model, choices, 'Invoice', foreign) : choices.of(withLock).id;
      const lines = choices.some(40, { lineItems: () => anyLines(choices) });
      const invoice = model.find('Invoice', (one) => one.id === id);
      const deposits = choices.some(25, {
        depositIds: () => invoice && anyDeposits(model, choices, foreign, invoice),
      });
      return id === undefined
        ? undefined
        : { id, ...invoiceFields(choices), ...lines, ...deposits };
    },
    apply: updateInvoice,
  },
  byId('voidInvoice', (model, input) => close(model, input, 'VOIDED')),
  byId('writeOffInvoice', (model, input) => close(model, input, 'WRITE_OFF')),
  byId('deleteInvoice', deleteInvoice),
  byId('duplicateInvoice', duplicateInvoice),
  byId('markInvoiceSent', (model, input) => {
    const invoice = target(model, 'Invoice', input);
    require(invoice.status === 'DRAFT', 'conflicting_state');
    return issue(model, invoice);
  }),
  {
    ...byId('sendInvoice', (model, input) => {
      const invoice = target(model, 'Invoice', input);
      require(!['VOIDED', 'WRITE_OFF'].includes(invoice.status), 'conflicting_state');
      addressesOf(model, invoice.clientId);
      return issue(model, invoice);
    }),
    mayDoNothing: true,
  },
];
