import type { Invoice } from '../../generated/prisma/client.ts';
import { validatePrecision } from '../invoices/amounts.ts';
import { recordInvoiceEvent } from '../invoices/history.ts';
import { lifecycle } from '../invoices/lifecycle.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { dateToDb, todayIn } from '../kernel/dates.ts';
import { idFor } from '../kernel/given-ids.ts';
import { newId } from '../kernel/ids.ts';
import type { Decimal } from '../kernel/money.ts';
import { insertRows, lockRecord, writtenRow } from '../kernel/records.ts';
import type { Outcome } from './apply.ts';
import { amountText, applyPayment, issuedBy, lockPaid, untouched } from './apply.ts';
import { changeCredit } from './credit.ts';
import type { PaymentFields } from './fields.ts';

/**
 * Applies a payment that may be more than what is due: what is above becomes credit of the invoice's client; all of it where nothing is
 * due any more. A transaction that has locked the invoice first; a payment that is not too much is applied by the statement that
 * applies all others.
 */
export async function applyOverpaid(context: Context, payment: PaymentFields): Promise<Outcome[]> {
  return inTransaction(context, async (tx) => {
    await lockPaid(tx, [payment]);
    const ids = [idFor(tx, 'Payment'), newId('InvoiceEvent')] as const;
    const noted = { db: tx.db, log: tx.log, logValues: [] };
    const outcomes = await applyPayment(tx, noted, payment, ids);
    const [named, ...others] = outcomes;
    if (!named || others.length > 0 || !isTooMuch(named, payment)) return outcomes;
    const paid = await payWithCredit(tx, named.invoiceId, { ...payment, id: ids[0] });
    return [{ ...named, ...paid }];
  });
}

/** Whether a payment was not applied for no other reason than that it is more than what is due. */
function isTooMuch(
  { currencyBefore, dueBefore, id, isDuplicate, statusBefore }: Outcome,
  { amount }: PaymentFields,
): boolean {
  const isOpen = statusBefore in lifecycle.PAY.transitions || statusBefore === 'PAID';
  const isPrecise = validatePrecision(amount, currencyBefore, 'amount').length === 0;
  return id === null && isOpen && isPrecise && !isDuplicate && amount.gt(dueBefore);
}

/** What could be paid of an invoice: of one that was written off, what was given up. */
export const payableOf = ({ creditedTotal, paymentTotal, total }: Invoice): Decimal =>
  total.minus(paymentTotal).minus(creditedTotal);

/** Pays all that is due of an invoice, which is locked by now; the rest of the payment is credit. */
async function payWithCredit(
  tx: Context,
  invoiceId: string,
  payment: PaymentFields & { id: string },
) {
  const { accountId, db, now, workspace } = tx;
  const invoice = await lockRecord<Invoice>(tx, 'Invoice', invoiceId);
  const due = payableOf(invoice);
  const { amount, externalId, id, memo, paymentType, referenceNumber, source } = payment;
  const date = payment.date ?? dateToDb(todayIn(workspace.timeZone, now));
  const creditedAmount = amount.minus(due);
  await insertRows(tx, 'Payment', [
    {
      ...{ ...untouched, accountId, id, invoiceId, amount, creditedAmount, date, version: 1 },
      ...{ paymentType, referenceNumber, memo, externalId, source },
    },
  ]);
  const change = { kind: 'OVERPAID', paymentId: id, amount: creditedAmount, date } as const;
  await changeCredit(tx, invoice, [change]);
  const rows = await db.invoice.updateManyAndReturn({
    where: { accountId, id: invoiceId },
    data: {
      ...{ paymentTotal: invoice.paymentTotal.plus(due), amountDue: 0, status: 'PAID' },
      datePaid: invoice.status === 'PAID' ? invoice.datePaid : date,
    },
  });
  const inMoney = (part: Decimal) => `${amountText(part)} ${invoice.currency}`;
  const credited = `${inMoney(creditedAmount)} of it are credit of the client`;
  const told = [inMoney(amount), referenceNumber, credited].filter(Boolean).join(', ');
  const note = `${told}${issuedBy(invoice.status)}`;
  const event = { kind: 'PAYMENT_APPLIED', fromStatus: invoice.status, toStatus: 'PAID' } as const;
  await recordInvoiceEvent(tx, { ...event, invoiceId, note });
  return { ...writtenRow(rows, 'Invoice', invoiceId), note };
}
