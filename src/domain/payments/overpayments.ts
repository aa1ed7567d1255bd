import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertRows } from '../../write/insert-rows.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { validatePrecision } from '../invoices/amount-precision.ts';
import { recordInvoiceEvent } from '../invoices/invoice-events.ts';
import { invoiceLifecycle } from '../invoices/lifecycle.ts';
import { insertCreditChanges } from './client-credit.ts';
import type { PaymentFields } from './fields.ts';
import { lockInvoicesToPay } from './lock-invoices-to-pay.ts';
import type { PaymentOutcome } from './record-payment-on-invoice.ts';
import {
  describeStatusChange,
  formatPaymentAmount,
  newPaymentDefaults,
  recordPaymentOnInvoice,
  writeOffReversalFields,
} from './record-payment-on-invoice.ts';

/**
 * Applies a payment that may be more than what is due: what is above becomes credit of the invoice's client; all of it where nothing is
 * due any more. A transaction that has locked the invoice first; a payment that is not too much is applied by the statement that
 * applies all others.
 */
export async function recordOverpayment(
  context: Context,
  payment: PaymentFields,
): Promise<PaymentOutcome[]> {
  return inTransaction(context, async (tx) => {
    await lockInvoicesToPay(tx, [payment]);
    const ids = [newRecordId(tx, 'Payment'), newId('InvoiceEvent')] as const;
    const noted = { db: tx.db, log: tx.log, logValues: [] };
    const outcomes = await recordPaymentOnInvoice(tx, noted, payment, ids);
    const [named, ...others] = outcomes;
    if (!named || others.length > 0 || !isTooMuch(named, payment)) return outcomes;
    const paid = await payWithCredit(tx, named.invoiceId, { ...payment, id: ids[0] });
    return [{ ...named, ...paid }];
  });
}

/** Whether a payment was not applied for no other reason than that it is more than what is due. */
function isTooMuch(outcome: PaymentOutcome, { amount }: PaymentFields): boolean {
  const { currencyBefore, dueBefore, id, isDuplicate, isEarly, statusBefore } = outcome;
  if (outcome.isOtherIssueDate) return false;
  const isOpen = statusBefore in invoiceLifecycle.PAY.transitions || statusBefore === 'PAID';
  const isPrecise = validatePrecision(amount, currencyBefore, 'amount').length === 0;
  return id === null && isOpen && isPrecise && !isDuplicate && !isEarly && amount.gt(dueBefore);
}

/** What could be paid of an invoice: of one that was written off, what was given up. */
export const payableAmount = ({ creditedTotal, paymentTotal, total }: Invoice): Decimal =>
  total.minus(paymentTotal).minus(creditedTotal);

type NewPayment = PaymentFields & { id: string };

/** Pays all that is due of an invoice, which is locked by now; the rest of the payment is credit. */
async function payWithCredit(tx: Context, invoiceId: string, payment: NewPayment) {
  const { accountId, db } = tx;
  const invoice = await lockRecord<Invoice>(tx, 'Invoice', invoiceId);
  const due = payableAmount(invoice);
  const { date, told } = await insertCredited(tx, invoice, payment, payment.amount.minus(due));
  const rows = await db.invoice.updateManyAndReturn({
    where: { accountId, id: invoiceId },
    data: {
      ...{ paymentTotal: invoice.paymentTotal.plus(due), amountDue: 0, status: 'PAID' },
      datePaid: invoice.status === 'PAID' ? invoice.datePaid : date,
      ...(invoice.status === 'DRAFT' &&
        payment.dateIssued && { plannedIssueDate: payment.dateIssued }),
    },
  });
  const note = `${told}${describeStatusChange(invoice.status)}`;
  const event = { kind: 'PAYMENT_APPLIED', fromStatus: invoice.status, toStatus: 'PAID' } as const;
  const again = writeOffReversalFields(tx, invoice.status, due);
  await recordInvoiceEvent(tx, { ...event, ...again, invoiceId, note });
  return { ...requireWrittenRow(rows, 'Invoice', invoiceId), note };
}

/** Makes a payment of which nothing pays its invoice, which is locked by now and stays as it is: all of it is credit. */
export async function creditWholePayment(
  tx: Context,
  invoiceId: string,
  payment: NewPayment,
): Promise<void> {
  const invoice = await lockRecord<Invoice>(tx, 'Invoice', invoiceId);
  const { told: note } = await insertCredited(tx, invoice, payment, payment.amount);
  const event = { kind: 'PAYMENT_APPLIED', fromStatus: invoice.status } as const;
  await recordInvoiceEvent(tx, { ...event, toStatus: invoice.status, invoiceId, note });
}

/** Writes a payment of which so much is credit, and that credit; answers its day, and what is told of it. */
async function insertCredited(
  tx: Context,
  invoice: Invoice,
  {
    amount,
    externalId,
    groupId = null,
    id,
    memo,
    paymentType,
    referenceNumber,
    ...rest
  }: NewPayment,
  creditedAmount: Decimal,
) {
  const { accountId, now, workspace } = tx;
  const date = rest.date ?? dateToDb(todayIn(workspace.timeZone, now));
  const { source } = rest;
  const of = { accountId, id, invoiceId: invoice.id, amount, creditedAmount, date, groupId };
  await insertRows(tx, 'Payment', [
    {
      ...{ ...newPaymentDefaults, ...of, version: 1 },
      ...{ paymentType, referenceNumber, memo, externalId, source },
    },
  ]);
  const change = { kind: 'OVERPAID', paymentId: id, amount: creditedAmount, date } as const;
  await insertCreditChanges(tx, invoice, [change]);
  const inMoney = (part: Decimal) => `${formatPaymentAmount(part)} ${invoice.currency}`;
  const credited = `${inMoney(creditedAmount)} of it are credit of the client`;
  const told = [inMoney(amount), referenceNumber, credited].filter(Boolean).join(', ');
  return { date, told };
}
