import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Rules } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { validatePrecision } from '../invoices/amount-precision.ts';
import type { PaymentFields, PaymentRequest } from './fields.ts';
import { lockInvoicesToPay } from './lock-invoices-to-pay.ts';
import { creditWholePayment } from './overpayments.ts';
import { requireRecordedPayment } from './payment-errors.ts';
import type { PaidInvoice, PaymentOutcome } from './record-payment-on-invoice.ts';
import { recordPaymentOnInvoice } from './record-payment-on-invoice.ts';

/** One payment over several invoices: what of it pays which, all of them or none (decision 70). */

type Allocated = PaymentRequest & { allocations: NonNullable<PaymentRequest['allocations']> };

const sumOf = (allocations: Allocated['allocations']): Decimal =>
  allocations.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

/** A payment is of one invoice, or of those that it is allocated to, which take no more than it is. */
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
 * Applies a payment to the invoices that its allocations name: a payment for each, which tell by `groupId` that they are the same money. What
 * is left over is credit of the client, a payment of its own on the first of them. All or nothing, and all that is wrong is told at once. Answers the first invoice.
 * @throws ActionError as `recordPayment`, with faults of one allocation below `allocations.0` and so on; invalid_input where an invoice
 * is named twice, or where invoices are of several clients or currencies
 */
export function recordAllocatedPayment(context: Context, payment: Allocated): Promise<PaidInvoice> {
  return inTransaction(context, async (tx) => {
    await lockInvoicesToPay(tx, [payment]);
    const { allocations, ...common } = payment;
    const groupId = newRecordId(tx, 'Payment');
    const noted = { db: tx.db, log: tx.log, logValues: [] };
    const paid: Awaited<ReturnType<typeof requireRecordedPayment>>[] = [];
    const refused: ActionError[] = [];
    for (const [index, { amount, invoiceNumber }] of allocations.entries()) {
      const isFirst = index === 0;
      const ofFirst = isFirst ? {} : { externalId: null, source: null };
      const part: PaymentFields = { ...common, ...ofFirst, amount, invoiceNumber, groupId };
      const ids = [isFirst ? groupId : newId('Payment'), newId('InvoiceEvent')] as const;
      const applying = below(`allocations.${index}`, async () => {
        const outcomes = await recordPaymentOnInvoice(tx, noted, part, ids);
        requireOthers(paid, outcomes);
        return requireRecordedPayment(tx, part, outcomes);
      });
      const done = await applying.catch((error: unknown) => {
        if (!(error instanceof ActionError)) throw error;
        refused.push(error);
      });
      if (done) paid.push(done);
    }
    await awaitLookups(refused.map((error) => Promise.reject(error)));
    const [first] = paid;
    if (!first) throw new Error('A payment without allocations was allocated.');
    await requireOneClient(tx, paid);
    const left = payment.amount.minus(sumOf(allocations));
    if (left.isZero()) return first;
    const faults = validatePrecision(left, first.currencyBefore, 'amount');
    if (faults.length > 0) throw invalidInputError(faults);
    const ofRest = { externalId: null, source: null, invoiceNumber: first.number };
    const rest = { ...common, ...ofRest, amount: left, groupId, id: newId('Payment') };
    await creditWholePayment(tx, first.id, rest);
    return first;
  });
}

/** @throws ActionError invalid_input where an invoice is named by several allocations */
function requireOthers(paid: readonly PaidInvoice[], outcomes: readonly PaymentOutcome[]): void {
  if (!outcomes.some(({ invoiceId }) => paid.some(({ id }) => id === invoiceId))) return;
  const message = 'is named by an entry already';
  throw invalidInputError([{ path: 'invoiceNumber', code: 'not_unique', message }]);
}

/** What of a fault is of the allocation; all else is of the payment. */
const ofAllocation = ['amount', 'invoiceNumber'];

/** Does something whose faults are those of a place in the input. */
async function below<T>(place: string, work: () => Promise<T>): Promise<T> {
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

/**
 * Looks for the invoices by their ids: a plan of a join, kept since the tables were empty, went through all payments of all invoices.
 * @throws ActionError invalid_input where the same money paid invoices of several clients, or in several currencies
 */
async function requireOneClient(
  { accountId, db }: Context,
  paid: readonly PaidInvoice[],
): Promise<void> {
  const ids = paid.map(({ id }) => id);
  const owners = await unfilteredClient(db).$queryRaw<object[]>`
    SELECT DISTINCT i."clientId", i.currency FROM "Invoice" i
    WHERE i."accountId" = ${accountId} AND i.id = ANY (${ids}::text[])`;
  if (owners.length === 1) return;
  const message = 'names invoices of several clients, or in several currencies';
  throw invalidInputError([{ path: 'allocations', code: 'disagrees', message }]);
}
