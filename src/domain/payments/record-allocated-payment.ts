import type { Invoice } from '../../generated/prisma/client.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Rules } from '../../platform/input/fields.ts';
import { validatePrecision } from '../../platform/money/amount-precision.ts';
import { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { PaymentRequest } from './fields.ts';
import { lockInvoicesToPay } from './lock-invoices-to-pay.ts';
import { lockPaymentTarget } from './lock-payment-target.ts';
import { creditWholePayment } from './overpayments.ts';
import { payInvoice } from './pay-invoice.ts';
import { requirePayable, resolveClientId } from './payment-errors.ts';
import type { PaymentTarget } from './payment-target.ts';

type AllocatedPayment = Omit<PaymentRequest, 'allocations' | 'invoiceNumber'> & {
  allocations: NonNullable<PaymentRequest['allocations']>;
};

const sumOf = (allocations: AllocatedPayment['allocations']): Decimal =>
  allocations.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

export const validatePayment: Rules<PaymentRequest> = ({
  allocations,
  amount,
  invoiceNumber,
  overpayment,
}) => {
  const error = (path: string, code: string, message: string): FieldError[] => [
    { path, code, message },
  ];
  if (!allocations) {
    if (invoiceNumber || allocations === undefined) return [];
    return error('invoiceNumber', 'required', 'is required, or allocations');
  }
  if (invoiceNumber) {
    return error('invoiceNumber', 'disagrees', 'is set by the allocations');
  }
  if (!amount) return [];
  const rest = amount.minus(sumOf(allocations));
  if (rest.isNegative()) {
    return error('allocations', 'out_of_range', `are ${rest.negated()} more than the amount`);
  }
  if (rest.isZero() || overpayment === 'CREDIT') return [];
  const message = `is ${rest} more than the allocations: send overpayment CREDIT to keep the rest as credit of the client`;
  return error('amount', 'out_of_range', message);
};

/**
 * Records a transfer that pays several invoices: one payment per invoice, with the same `groupId`, all or none.
 * The rest becomes credit of the client, as a further payment of the first invoice.
 * @returns the first invoice
 * @throws ActionError as `recordPayment`, with errors of an allocation at `allocations.0` and so on; invalid_input
 */
export async function recordAllocatedPayment(
  tx: WriteContext,
  { allocations, ...request }: AllocatedPayment,
): Promise<Invoice> {
  const clientId = await resolveClientId(tx, request);
  await lockInvoicesToPay(tx, [{ allocations }]);
  const groupId = newRecordId(tx, 'Payment');
  const sharedFields = { ...request, clientId, clientName: null, groupId };
  const paidInvoices: Invoice[] = [];
  const errors: ActionError[] = [];
  for (const [index, { amount, invoiceNumber }] of allocations.entries()) {
    const isFirst = index === 0;
    const externalIds = isFirst ? {} : noExternalId;
    const payment = { ...sharedFields, ...externalIds, amount, invoiceNumber };
    const id = isFirst ? groupId : newId('Payment');
    const result = withErrorPath(`allocations.${index}`, async () => {
      const target = await lockPaymentTarget(tx, payment);
      requireUnpaidByTransfer(paidInvoices, target);
      requirePayable(tx, payment, target);
      return payInvoice(tx, target, { ...payment, id });
    });
    const invoice = await result.catch((error: unknown) => {
      if (!(error instanceof ActionError)) throw error;
      errors.push(error);
    });
    if (invoice) paidInvoices.push(invoice);
  }
  await awaitLookups(errors.map((error) => Promise.reject(error)));
  const [first] = paidInvoices;
  if (!first) throw new Error('A payment without allocations was allocated.');
  requireOneClient(paidInvoices);
  const rest = request.amount.minus(sumOf(allocations));
  if (rest.isZero()) return first;
  const precisionErrors = validatePrecision(rest, first.currency, 'amount');
  if (precisionErrors.length > 0) throw invalidInputError(precisionErrors);
  const invoiceNumber = first.invoiceNumberFormatted;
  const payment = { ...sharedFields, ...noExternalId, invoiceNumber, amount: rest };
  creditWholePayment(tx, first, { ...payment, id: newId('Payment') });
  return first;
}

const noExternalId = { externalId: null, source: null };

/** @throws ActionError invalid_input */
function requireUnpaidByTransfer(
  paidInvoices: readonly Invoice[],
  { invoice }: PaymentTarget,
): void {
  if (!paidInvoices.some(({ id }) => id === invoice.id)) return;
  const message = 'is named by an entry already';
  throw invalidInputError([{ path: 'invoiceNumber', code: 'not_unique', message }]);
}

const allocationFields = ['amount', 'invoiceNumber'];

async function withErrorPath<T>(path: string, callback: () => Promise<T>): Promise<T> {
  try {
    return await callback();
  } catch (error) {
    if (!(error instanceof ActionError) || !error.details.errors) throw error;
    const errors = error.details.errors.map((fieldError) =>
      allocationFields.includes(fieldError.path)
        ? { ...fieldError, path: `${path}.${fieldError.path}` }
        : fieldError,
    );
    throw new ActionError(error.code, error.message, { ...error.details, errors });
  }
}

/** @throws ActionError invalid_input */
function requireOneClient(paidInvoices: readonly Invoice[]): void {
  const clients = new Set(paidInvoices.map(({ clientId, currency }) => `${clientId} ${currency}`));
  if (clients.size === 1) return;
  const message = 'names invoices of several clients, or in several currencies';
  throw invalidInputError([{ path: 'allocations', code: 'disagrees', message }]);
}
