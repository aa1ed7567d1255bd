import type { Context } from '../../platform/context/context.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { requireIssueDate } from '../invoices/draft-dates.ts';
import { recordAllocatedPayment, validatePayment } from './allocations.ts';
import { paymentDateRangeYears, recordPaymentInput } from './fields.ts';
import { recordOverpayment } from './overpayments.ts';
import { clientOf, lookUpPaymentNames, requireRecordedPayment } from './payment-errors.ts';
import type { PaidInvoice } from './record-payment-on-invoice.ts';
import { recordPaymentWithRetry } from './record-payment-on-invoice.ts';

/**
 * Applies a payment to the open invoice that goes by the number (spec part 4, "Apply Payment to Invoice"; decisions,
 * "payment/create"): the formatted number exactly, else the plain one. A payment that covers what is due makes the
 * invoice PAID, a smaller one PARTIAL; the invoice's history tells of it. A draft is issued by a payment, though it was not
 * sent: its history says so, and what it can no longer do (decisions, "A draft that is paid"). A late payment of what was
 * written off opens the invoice again. However many payments come
 * at once, never more than the total is taken, and nothing is applied when an error is answered. A payment with the
 * referenceNumber (blanks and case apart), amount and date of one that the invoice has is not applied either, unless it says
 * `allowDuplicate`; this is told before anything else, so that who sends the payment again that closed the invoice hears what it is. With `overpayment` CREDIT, what is more than
 * what is due is credit of the client. With `allocations` it pays several invoices ({@link recordAllocatedPayment}). One statement, without these.
 * @throws ActionError duplicate_payment; invalid_input, also for an amount finer than the currency's minor unit, or a day more than ten years before the invoice's; name_not_found and
 * record_not_found for the client, record_not_found for the invoice; number_ambiguous; invoice_closed;
 * payment_exceeds_amount_due
 */
export async function recordPayment(
  context: Context,
  input: InputOf<typeof recordPaymentInput>,
): Promise<PaidInvoice> {
  const parsed = await parseOrCollectErrors(
    () => parseInput(recordPaymentInput, input, validatePayment),
    (rest) => lookUpPaymentNames(context, rest),
  );
  requireDatesInRange(context, { date: parsed.date }, paymentDateRangeYears);
  requireIssueDate(context, parsed.dateIssued);
  const { allocations, invoiceNumber, ...fields } = parsed;
  if (allocations !== null) {
    const isOfClient = fields.clientId !== null || fields.clientName !== null;
    const clientId = isOfClient ? await clientOf(context, parsed) : null;
    return recordAllocatedPayment(context, { ...parsed, clientId, clientName: null, allocations });
  }
  const payment = { ...fields, invoiceNumber: invoiceNumber ?? '' };
  const apply = payment.overpayment === 'CREDIT' ? recordOverpayment : recordPaymentWithRetry;
  const outcomes = await apply(context, payment);
  if (outcomes.length > 0) return requireRecordedPayment(context, payment, outcomes);
  // The statement finds no client by the name or the id of one that was merged into it.
  const clientId = await clientOf(context, payment);
  const current = { ...payment, clientId, clientName: null };
  const isMerged =
    payment.clientId === null ? payment.clientName !== null : payment.clientId !== clientId;
  return requireRecordedPayment(context, payment, isMerged ? await apply(context, current) : []);
}
