import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { write } from '../../write/write.ts';
import { requireIssueDate } from '../invoices/draft-dates.ts';
import type { PaymentRequest } from './fields.ts';
import { paymentDateRangeYears, recordPaymentInput } from './fields.ts';
import { lockPaymentTarget } from './lock-payment-target.ts';
import { hasRestToCredit, payAndCreditRest } from './overpayments.ts';
import { payInvoice } from './pay-invoice.ts';
import { lookUpPaymentNames, requirePayable } from './payment-errors.ts';
import { recordAllocatedPayment, validatePayment } from './record-allocated-payment.ts';

/**
 * Records a payment of an open invoice, found by its number (spec part 4, "Apply Payment to Invoice").
 * Two round trips. A draft takes a third, and each allocation adds one. The first locks the invoice, so that
 * concurrent payments never exceed the amount due. The check for duplicates precedes those of the invoice: a repeated
 * payment of a closed invoice gets duplicate_payment, not invoice_closed.
 * @throws ActionError duplicate_payment, invalid_input, name_not_found, record_not_found, number_ambiguous,
 * invoice_closed, payment_exceeds_amount_due
 */
export const recordPayment = (
  context: Context,
  input: InputOf<typeof recordPaymentInput>,
): Promise<Invoice> =>
  write(context, async (tx) => {
    const { allocations, invoiceNumber, ...fields } = await parsePayment(tx, input);
    if (allocations !== null) return recordAllocatedPayment(tx, { ...fields, allocations });
    const payment = { ...fields, invoiceNumber: invoiceNumber ?? '' };
    const target = await lockPaymentTarget(tx, payment);
    const newPayment = { ...payment, id: newRecordId(tx, 'Payment') };
    if (hasRestToCredit(target, payment)) return payAndCreditRest(tx, target, newPayment);
    requirePayable(tx, payment, target);
    return payInvoice(tx, target, newPayment);
  });

/** @throws ActionError invalid_input, name_not_found, record_not_found */
async function parsePayment(
  context: Context,
  input: InputOf<typeof recordPaymentInput>,
): Promise<PaymentRequest> {
  const payment = await parseOrCollectErrors(
    () => parseInput(recordPaymentInput, input, validatePayment),
    (rest) => lookUpPaymentNames(context, rest),
  );
  requireDatesInRange(context, { date: payment.date }, paymentDateRangeYears);
  requireIssueDate(context, payment.dateIssued);
  return payment;
}
