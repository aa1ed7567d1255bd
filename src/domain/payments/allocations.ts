import type { Invoice } from '../../generated/prisma/client.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Rules } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { validatePrecision } from '../invoices/amount-precision.ts';
import type { PaymentRequest } from './fields.ts';
import { lockInvoicesToPay } from './lock-invoices-to-pay.ts';
import { lockNamedInvoice } from './named-invoice.ts';
import { creditWholePayment } from './overpayments.ts';
import { payInvoice } from './pay-invoice.ts';
import type { NamedInvoice } from './payable-invoice.ts';
import { requirePayable } from './payment-errors.ts';

type Allocated = Omit<PaymentRequest, 'allocations' | 'invoiceNumber'> & {
  allocations: NonNullable<PaymentRequest['allocations']>;
};

const sumOf = (allocations: Allocated['allocations']): Decimal =>
  allocations.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

export const validatePayment: Rules<PaymentRequest> = ({
  allocations,
  amount,
  invoiceNumber,
  overpayment,
}) => {
  const fault = (path: string, code: string, message: string): FieldError[] => [
    { path, code, message },
  ];
  if (!allocations) {
    if (invoiceNumber || allocations === undefined) return [];
    return fault('invoiceNumber', 'required', 'is required, or allocations');
  }
  if (invoiceNumber) {
    return fault('invoiceNumber', 'disagrees', 'is set by the allocations');
  }
  if (!amount) return [];
  const left = amount.minus(sumOf(allocations));
  if (left.isNegative()) {
    return fault('allocations', 'out_of_range', `are ${left.negated()} more than the amount`);
  }
  if (left.isZero() || overpayment === 'CREDIT') return [];
  const message = `is ${left} more than the allocations: send overpayment CREDIT to keep the rest as credit of the client`;
  return fault('amount', 'out_of_range', message);
};

/**
 * Records a transfer that pays several invoices: one payment per invoice, with the same `groupId`, all or none.
 * The rest becomes credit of the client, as a further payment of the first invoice.
 * @returns the first invoice
 * @throws ActionError as `recordPayment`, with errors of an allocation at `allocations.0` and so on; invalid_input
 */
export async function recordAllocatedPayment(
  tx: WriteContext,
  { allocations, ...common }: Allocated,
): Promise<Invoice> {
  await lockInvoicesToPay(tx, [{ allocations }]);
  const groupId = newRecordId(tx, 'Payment');
  const paid: Invoice[] = [];
  const errors: ActionError[] = [];
  for (const [index, { amount, invoiceNumber }] of allocations.entries()) {
    const isFirst = index === 0;
    const ofFirst = isFirst ? {} : noExternalId;
    const part = { ...common, ...ofFirst, amount, invoiceNumber, groupId };
    const id = isFirst ? groupId : newId('Payment');
    const paying = atPath(`allocations.${index}`, async () => {
      const named = await lockNamedInvoice(tx, part);
      requireOther(paid, named);
      requirePayable(tx, part, named);
      return payInvoice(tx, named, { ...part, id });
    });
    const invoice = await paying.catch((error: unknown) => {
      if (!(error instanceof ActionError)) throw error;
      errors.push(error);
    });
    if (invoice) paid.push(invoice);
  }
  await awaitLookups(errors.map((error) => Promise.reject(error)));
  const [first] = paid;
  if (!first) throw new Error('A payment without allocations was allocated.');
  requireOneClient(paid);
  const rest = common.amount.minus(sumOf(allocations));
  if (rest.isZero()) return first;
  const faults = validatePrecision(rest, first.currency, 'amount');
  if (faults.length > 0) throw invalidInputError(faults);
  const invoiceNumber = first.invoiceNumberFormatted;
  const payment = { ...common, ...noExternalId, invoiceNumber, amount: rest, groupId };
  creditWholePayment(tx, first, { ...payment, id: newId('Payment') });
  return first;
}

const noExternalId = { externalId: null, source: null };

/** @throws ActionError invalid_input */
function requireOther(paid: readonly Invoice[], { invoice }: NamedInvoice): void {
  if (!paid.some(({ id }) => id === invoice.id)) return;
  const message = 'is named by an entry already';
  throw invalidInputError([{ path: 'invoiceNumber', code: 'not_unique', message }]);
}

const ofAllocation = ['amount', 'invoiceNumber'];

async function atPath<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ActionError) || !error.details.errors) throw error;
    const errors = error.details.errors.map((fault) =>
      ofAllocation.includes(fault.path) ? { ...fault, path: `${place}.${fault.path}` } : fault,
    );
    throw new ActionError(error.code, error.message, { ...error.details, errors });
  }
}

/** @throws ActionError invalid_input */
function requireOneClient(paid: readonly Invoice[]): void {
  const owners = new Set(paid.map(({ clientId, currency }) => `${clientId} ${currency}`));
  if (owners.size === 1) return;
  const message = 'names invoices of several clients, or in several currencies';
  throw invalidInputError([{ path: 'allocations', code: 'disagrees', message }]);
}
