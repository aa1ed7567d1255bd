import type { InvoiceStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { redactCurrency, validatePrecision } from '../../platform/money/amount-precision.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { payableStatuses } from '../invoices/invoice-record.ts';
import { allowedActionsOfClosed } from '../invoices/lifecycle.ts';
import type { PaymentFields, PaymentRequest } from './fields.ts';
import type { PaymentTarget } from './payment-target.ts';
import { parsePlainNumber } from './payment-target.ts';

/** @throws ActionError name_not_found, record_not_found, number_ambiguous */
export async function requireOneTarget(
  context: Context,
  payment: PaymentFields,
  targets: readonly PaymentTarget[],
): Promise<PaymentTarget> {
  const [target, ...others] = targets;
  if (target === undefined) throw await clientOrInvoiceNotFoundError(context, payment);
  if (others.length > 0) throw numberAmbiguousError(context, payment, targets);
  return target;
}

export function lookUpPaymentNames(
  context: Context,
  validFields: Partial<PaymentRequest>,
): unknown[] {
  const { allocations, clientId = null, clientName = null, invoiceNumber } = validFields;
  const references = [
    ...(invoiceNumber ? [{ number: invoiceNumber, path: '' }] : []),
    ...(allocations ?? []).flatMap((allocation, index) =>
      allocation?.invoiceNumber
        ? [{ number: allocation.invoiceNumber, path: `allocations.${index}.` }]
        : [],
    ),
  ];
  const client = resolveClientId(context, { clientId, clientName });
  const invoices = references.map(async ({ number, path }) => {
    const owner = await client.catch(() => null);
    if (await invoiceExists(context, number, owner)) return;
    throw await invoiceNotFoundError(context, number, owner, path);
  });
  return [client, ...invoices];
}

async function invoiceExists(
  { accountId, db }: Context,
  number: string,
  clientId: string | null,
): Promise<boolean> {
  const plainNumber = parsePlainNumber(number);
  const byNumber = [
    { invoiceNumberFormatted: number },
    ...(plainNumber ? [{ invoiceNumber: plainNumber }] : []),
  ];
  const where = { accountId, OR: byNumber, ...(clientId !== null && { clientId }) };
  return (await db.invoice.findFirst({ where, select: { id: true } })) !== null;
}

type ClientReference = Pick<PaymentFields, 'clientId' | 'clientName'>;

/** @throws ActionError name_not_found, record_not_found, invalid_input */
export const resolveClientId = ({ names }: Context, { clientId, clientName }: ClientReference) =>
  resolveReference(names, 'client', {
    name: clientName,
    id: clientId,
    nameField: 'clientName',
    idField: 'clientId',
  });

/** @throws ActionError name_not_found, record_not_found for the client */
async function clientOrInvoiceNotFoundError(
  context: Context,
  payment: PaymentFields,
): Promise<ActionError> {
  // An unknown client is reported first.
  const clientId = await resolveClientId(context, payment);
  return invoiceNotFoundError(context, payment.invoiceNumber, clientId, '');
}

async function invoiceNotFoundError(
  { names }: Context,
  number: string,
  clientId: string | null,
  path: string,
): Promise<ActionError> {
  const nearMatches = await names.near('invoice', number, clientId ?? '');
  const owner = clientId === null ? '' : ' of this client';
  return new ActionError(
    'record_not_found',
    `There is no invoice${owner} with the number "${number}".`,
    {
      nearMatches,
      errors: [
        { path: `${path}invoiceNumber`, code: 'record_not_found', message: 'no such invoice' },
      ],
    },
  );
}

/** The message lists the invoices only if the caller may read invoices. */
function numberAmbiguousError(
  context: Context,
  { invoiceNumber }: PaymentFields,
  targets: readonly PaymentTarget[],
): ActionError {
  const numbers = targets.map(({ invoice }) => invoice.invoiceNumberFormatted).join(', ');
  const [countText, numberList] = canRead(context, 'invoices')
    ? [String(targets.length), `: ${numbers}`]
    : ['Several', ''];
  return new ActionError(
    'number_ambiguous',
    `${countText} invoices go by the number ${invoiceNumber}${numberList}. Name the client or write the formatted number.`,
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
  target: PaymentTarget,
): void {
  const error = paymentError(context, payment, target);
  if (error) throw error;
}

function paymentError(
  context: Context,
  payment: PaymentFields,
  target: PaymentTarget,
): ActionError | undefined {
  if (target.isDuplicate) return duplicatePaymentError(context, payment, target);
  const { amount } = payment;
  const { due, invoice } = target;
  const { currency, invoiceNumberFormatted: number, status } = invoice;
  const errors = [
    ...validatePrecision(amount, currency, 'amount'),
    ...dateErrors(target, canRead(context, 'invoices')),
    ...issueDateErrors(target, canRead(context, 'invoices')),
  ];
  const isPayable = payableStatuses.includes(status);
  if (errors.length === 0 && isPayable && amount.lte(due)) return undefined;
  if (!canRead(context, 'invoices')) return redactedPaymentError(status, errors);
  if (errors.length > 0) return invalidInputError(errors);
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
function dateErrors(
  { firstDay, isDateTooEarly }: PaymentTarget,
  canReadInvoices: boolean,
): FieldError[] {
  if (!isDateTooEarly) return [];
  const subject = canReadInvoices
    ? `${formatDate(firstDay)}, the day of the invoice`
    : 'the invoice';
  const message = `must not be more than ten years before ${subject}`;
  return [{ path: 'date', code: 'out_of_range', message }];
}

function issueDateErrors(
  { invoice: { dateIssued, dueDate }, isWrongIssueDate }: PaymentTarget,
  canReadInvoices: boolean,
): FieldError[] {
  if (!isWrongIssueDate) return [];
  const error = (message: string) => [{ path: 'dateIssued', code: 'out_of_range', message }];
  if (!canReadInvoices) return error('is no issue date that the invoice can have');
  return dateIssued
    ? error(`must be ${formatDate(dateIssued)}, the issue date of the invoice, or omitted`)
    : error(`must not be after the due date ${formatDate(dueDate)}`);
}

function duplicatePaymentError(
  context: Context,
  { amount, referenceNumber }: PaymentFields,
  { invoice: { currency, invoiceNumberFormatted } }: PaymentTarget,
): ActionError {
  const subject = canRead(context, 'invoices')
    ? `Invoice ${invoiceNumberFormatted} has a payment of ${amount} ${currency}`
    : 'The invoice has a payment of this amount';
  return new ActionError(
    'duplicate_payment',
    `${subject} with the reference "${referenceNumber}" on that day. Nothing was recorded. Send allowDuplicate to record another one.`,
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

/** Omits stored data, for callers that may not read invoices. */
function redactedPaymentError(
  status: InvoiceStatus,
  fieldErrors: readonly FieldError[],
): ActionError {
  if (fieldErrors.length > 0) return invalidInputError(fieldErrors.map(redactCurrency));
  if (!payableStatuses.includes(status)) {
    return new ActionError('invoice_closed', 'The invoice is closed and takes no payment.');
  }
  const errors = [{ path: 'amount', code: 'out_of_range', message: 'exceeds the amount due' }];
  const message = 'The amount exceeds the amount due of the invoice. Nothing was applied.';
  return new ActionError('payment_exceeds_amount_due', message, { errors });
}
