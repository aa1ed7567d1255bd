import { chargedBy, type DepositPart } from './amounts.ts';
import type { Choices } from './choices.ts';
import type { Foreign, Input } from './operations.ts';
import { anyId } from './operations.ts';
import type { Client, Invoice } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Deposits of the model: invoices that are paid, and taken off another one. */

/** Whether a valid invoice deducts a deposit. A void or completely credited invoice deducts nothing. */
export const isTakenOff = (model: Model, { key }: Invoice): boolean =>
  model.find(
    'Invoice',
    ({ creditedTotal, deposits, status, total }) =>
      deposits.includes(key) &&
      status !== 'VOIDED' &&
      !(creditedTotal > 0n && creditedTotal === total),
  ) !== undefined;

/** What deposits take off. */
export const partsOf = (model: Model, deposits: readonly number[]): DepositPart[] =>
  deposits.flatMap((key) => chargedBy(model.get('Invoice', key)));

/** The deposits that an input names, which fit the invoice. @throws Rejected */
export function depositsNamed(
  model: Model,
  ids: readonly string[],
  of: { clientId: Client['key']; currency: string },
): Invoice[] {
  const deposits = ids.map((id) => model.byId('Invoice', id));
  const fits = (one: Invoice, at: number) =>
    deposits.indexOf(one) === at &&
    one.clientId === of.clientId &&
    one.invoiceType === 'DEPOSIT' &&
    one.currency === of.currency;
  require(deposits.every(fits), 'invalid_input');
  return deposits;
}

/** @throws Rejected where one is not paid, or is taken off elsewhere */
export function requireFree(model: Model, deposits: readonly Invoice[]): void {
  const isFree = (one: Invoice) =>
    one.status === 'PAID' && one.creditedTotal === 0n && !isTakenOff(model, one);
  require(deposits.every(isFree), 'conflicting_state');
}

/** A deposit that charged nothing takes nothing off. */
export const keysOf = (deposits: readonly Invoice[]): number[] =>
  deposits.filter((one) => chargedBy(one).length > 0).map(({ key }) => key);

/** The deposits of a draft, of which those that are there already stay whatever became of them. @throws Rejected */
export function changedDeposits(model: Model, invoice: Invoice, ids: string[] | null): number[] {
  require(invoice.invoiceType !== 'DEPOSIT' || !ids?.length, 'invalid_input');
  const named = depositsNamed(model, ids ?? [], invoice);
  const added = named.filter(({ key }) => !invoice.deposits.includes(key));
  requireFree(model, added);
  const stored = invoice.deposits.filter((key) => named.some((one) => one.key === key));
  return [...stored, ...keysOf(added)];
}

/** Ids of deposits, mostly such as could be taken off. */
export function anyDeposits(
  model: Model,
  choices: Choices,
  foreign: Foreign,
  { clientId, currency }: { clientId: number; currency: string },
): string[] {
  const paid = model
    .all('Invoice')
    .filter((one) => one.invoiceType === 'DEPOSIT' && one.status === 'PAID')
    .filter((one) => one.clientId === clientId && one.currency === currency);
  const ids = Array.from({ length: 1 + choices.below(2) }, () =>
    choices.chance(94) ? choices.any(paid)?.id : anyId(model, choices, 'Invoice', foreign),
  );
  const named = ids.filter((id) => id !== undefined);
  return choices.chance(90) ? [...new Set(named)] : named;
}

/** An invoice that takes deposits off, for the client of one of them. */
export function planDeposits(model: Model, choices: Choices, foreign: Foreign): Input {
  const deposits = model.all('Invoice').filter((one) => one.invoiceType === 'DEPOSIT');
  const paid = deposits.filter(({ status }) => status === 'PAID');
  const free = paid.filter((one) => !isTakenOff(model, one));
  const isMore = free.length === 0 && deposits.length === paid.length;
  if (choices.chance(isMore ? 30 : 5)) return { invoiceType: 'DEPOSIT' };
  const deposit = choices.any(choices.chance(80) ? free : paid);
  if (!deposit || choices.chance(25)) return {};
  const { clientId, currency } = deposit;
  const client = choices.chance(92)
    ? model.get('Client', clientId)
    : choices.any(model.all('Client'));
  const depositIds = anyDeposits(model, choices, foreign, { clientId, currency });
  const isOwn = choices.chance(5) ? { invoiceType: 'DEPOSIT' } : {};
  // By id: of two unknown names, the error may contain either.
  return { clientName: undefined, clientId: client?.id, depositIds, ...isOwn };
}

const clientName = 'Acme';
const item = (unitPrice: string, more: Input = {}) => ({
  description: 'Ahead',
  unitPrice,
  ...more,
});
const deposit = (lineItems: Input[], more: Input = {}) => ({
  name: 'createInvoice',
  input: { clientName, invoiceType: 'DEPOSIT', lineItems, ...more },
});
const payment = (invoiceNumber: string, amount: string) => ({
  name: 'recordPayment',
  input: { invoiceNumber, amount },
});

/** A client with three deposits, of which two are paid: taxed and not, and at two rates. */
export const firstDeposits: readonly { name: string; input: Input }[] = [
  { name: 'createClient', input: { name: clientName, currency: 'EUR', defaultTaxRate: '19' } },
  deposit([item('100'), item('33.333333', { taxable: false })], { discountPercent: '10' }),
  deposit([item('50')], { taxPercentage: '7' }),
  deposit([item('80.5')]),
  // 90 with 19 % of tax, and 30 without.
  payment('INV-00001', '137.1'),
  payment('INV-00002', '53.5'),
];
