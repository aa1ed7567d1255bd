import type { InvoiceStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { redactCurrency, validatePrecision } from '../invoices/amount-precision.ts';
import { payableStatuses } from '../invoices/invoice-record.ts';
import { allowedActionsOfClosed } from '../invoices/lifecycle.ts';
import type { PaymentFields, PaymentRequest } from './fields.ts';
import type { NamedInvoice } from './payable-invoice.ts';
import { parsePlainNumber } from './payable-invoice.ts';

/** @throws ActionError name_not_found, record_not_found, number_ambiguous */
export async function requireOneInvoice(
  context: Context,
  payment: PaymentFields,
  found: readonly NamedInvoice[],
): Promise<NamedInvoice> {
  const [named, ...others] = found;
  if (named === undefined) throw await invoiceNotFound(context, payment);
  if (others.length > 0) throw numberAmbiguous(context, payment, found);
  return named;
}

export function lookUpPaymentNames(context: Context, rest: Partial<PaymentRequest>): unknown[] {
  const { allocations, clientId = null, clientName = null, invoiceNumber } = rest;
  const named = [
    ...(invoiceNumber ? [{ number: invoiceNumber, path: '' }] : []),
    ...(allocations ?? []).flatMap((one, index) =>
      one?.invoiceNumber ? [{ number: one.invoiceNumber, path: `allocations.${index}.` }] : [],
    ),
  ];
  const client = clientOf(context, { clientId, clientName });
  const invoices = named.map(async ({ number, path }) => {
    const owner = await client.catch(() => null);
    if (await isThere(context, number, owner)) return;
    throw invoiceMissing({ clientId, clientName, invoiceNumber: number }, path);
  });
  return [client, ...invoices];
}

async function isThere(
  { accountId, db }: Context,
  number: string,
  clientId: string | null,
): Promise<boolean> {
  const plain = parsePlainNumber(number);
  const byNumber = [
    { invoiceNumberFormatted: number },
    ...(plain ? [{ invoiceNumber: plain }] : []),
  ];
  const where = { accountId, OR: byNumber, ...(clientId !== null && { clientId }) };
  return (await db.invoice.findFirst({ where, select: { id: true } })) !== null;
}

type NamedClient = Pick<PaymentFields, 'clientId' | 'clientName'>;

/** @throws ActionError name_not_found, record_not_found, invalid_input */
export const clientOf = ({ names }: Context, { clientId, clientName }: NamedClient) =>
  resolveReference(names, 'client', {
    name: clientName,
    id: clientId,
    nameField: 'clientName',
    idField: 'clientId',
  });

/** @throws ActionError name_not_found, record_not_found for the client */
async function invoiceNotFound(context: Context, payment: PaymentFields): Promise<ActionError> {
  // An unknown client is reported first.
  await clientOf(context, payment);
  return invoiceMissing(payment, '');
}

function invoiceMissing(
  { clientId, clientName, invoiceNumber }: Pick<PaymentFields, keyof NamedClient | 'invoiceNumber'>,
  path: string,
): ActionError {
  const owner = clientName === null && clientId === null ? '' : ' of this client';
  return new ActionError(
    'record_not_found',
    `There is no invoice${owner} with the number "${invoiceNumber}".`,
    {
      errors: [
        { path: `${path}invoiceNumber`, code: 'record_not_found', message: 'no such invoice' },
      ],
    },
  );
}

/** The message lists the invoices only if the caller may read invoices. */
function numberAmbiguous(
  context: Context,
  { invoiceNumber }: PaymentFields,
  found: readonly NamedInvoice[],
): ActionError {
  const numbers = found.map(({ invoice }) => invoice.invoiceNumberFormatted).join(', ');
  const [which, told] = canRead(context, 'invoices')
    ? [String(found.length), `: ${numbers}`]
    : ['Several', ''];
  return new ActionError(
    'number_ambiguous',
    `${which} invoices go by the number ${invoiceNumber}${told}. Name the client or write the formatted number.`,
    {
      errors: [
        { path: 'invoiceNumber', code: 'number_ambiguous', message: 'names several invoices' },
      ],
    },
  );
}

/** @throws ActionError duplicate_payment, invalid_input, invoice_closed, payment_exceeds_amount_due */
export function requirePayable(
  context: Context,
  payment: PaymentFields,
  named: NamedInvoice,
): void {
  const error = rejectionOf(context, payment, named);
  if (error) throw error;
}

function rejectionOf(
  context: Context,
  payment: PaymentFields,
  named: NamedInvoice,
): ActionError | undefined {
  if (named.isDuplicate) return duplicatePayment(context, payment, named);
  const { amount } = payment;
  const { due, invoice } = named;
  const { currency, invoiceNumberFormatted: number, status } = invoice;
  const faults = [
    ...validatePrecision(amount, currency, 'amount'),
    ...dayFaults(named, canRead(context, 'invoices')),
    ...issueDateFaults(named, canRead(context, 'invoices')),
  ];
  const isPayable = payableStatuses.includes(status);
  if (faults.length === 0 && isPayable && amount.lte(due)) return undefined;
  if (!canRead(context, 'invoices')) return redactedRejection(status, faults);
  if (faults.length > 0) return invalidInputError(faults);
  if (!isPayable) {
    return new ActionError(
      'invoice_closed',
      `Invoice ${number} is ${status} and takes no payment.`,
      { possibleActions: allowedActionsOfClosed(invoice) },
    );
  }
  return new ActionError(
    'payment_exceeds_amount_due',
    `${amount} ${currency} exceeds the amount due of ${due} ${currency} on invoice ${number}. Nothing was recorded.`,
    { errors: [{ path: 'amount', code: 'out_of_range', message: `must be at most ${due}` }] },
  );
}

/** A payment in advance is at most months before its invoice, so years are a typing error. */
function dayFaults({ firstDay, isEarly }: NamedInvoice, canReadAmounts: boolean): FieldError[] {
  if (!isEarly) return [];
  const which = canReadAmounts ? `${formatDate(firstDay)}, the day of the invoice` : 'the invoice';
  const message = `must not be more than ten years before ${which}`;
  return [{ path: 'date', code: 'out_of_range', message }];
}

function issueDateFaults(
  { invoice: { dateIssued, dueDate }, isOtherIssueDate }: NamedInvoice,
  canReadDates: boolean,
): FieldError[] {
  if (!isOtherIssueDate) return [];
  const fault = (message: string) => [{ path: 'dateIssued', code: 'out_of_range', message }];
  if (!canReadDates) return fault('is no issue date that the invoice can have');
  return dateIssued
    ? fault(`must be ${formatDate(dateIssued)}, the issue date of the invoice, or omitted`)
    : fault(`must not be after the due date ${formatDate(dueDate)}`);
}

function duplicatePayment(
  context: Context,
  { amount, referenceNumber }: PaymentFields,
  { invoice: { currency, invoiceNumberFormatted } }: NamedInvoice,
): ActionError {
  const which = canRead(context, 'invoices')
    ? `Invoice ${invoiceNumberFormatted} has a payment of ${amount} ${currency}`
    : 'The invoice has a payment of this amount';
  return new ActionError(
    'duplicate_payment',
    `${which} with the reference "${referenceNumber}" on that day. Nothing was recorded. Send allowDuplicate to record another one.`,
    {
      errors: [
        {
          path: 'referenceNumber',
          code: 'duplicate_payment',
          message: 'is the number of an existing payment',
        },
      ],
    },
  );
}

/** For a key that may not read invoices: without stored data. */
function redactedRejection(status: InvoiceStatus, faults: readonly FieldError[]): ActionError {
  if (faults.length > 0) return invalidInputError(faults.map(redactCurrency));
  if (!payableStatuses.includes(status)) {
    return new ActionError('invoice_closed', 'The invoice is closed and takes no payment.');
  }
  const errors = [{ path: 'amount', code: 'out_of_range', message: 'exceeds the amount due' }];
  const message = 'The amount exceeds the amount due of the invoice. Nothing was applied.';
  return new ActionError('payment_exceeds_amount_due', message, { errors });
}
