import type { Invoice } from '../../generated/prisma/client.ts';
import type { InvoiceStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { NewInvoiceEvent } from '../invoices/invoice-events.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { describeActionsLostByPayment } from '../invoices/lifecycle-errors.ts';
import type { PaymentFields } from './fields.ts';
import { paymentDateOf } from './payment-target.ts';

type PaymentColumns = Pick<
  PaymentFields,
  | 'amount'
  | 'externalId'
  | 'date'
  | 'groupId'
  | 'memo'
  | 'paymentType'
  | 'referenceNumber'
  | 'source'
> & { id: string };

export type NewPayment = PaymentFields & { id: string };

/**
 * A payment of a draft issues it. A payment of a written-off invoice reopens it.
 * @param due the amount that can be paid (`PaymentTarget`)
 * @param credited the part of the payment that becomes credit of the client
 */
export async function payInvoice(
  tx: WriteContext,
  { due, invoice }: { invoice: Invoice; due: Decimal },
  payment: NewPayment,
  credited: Decimal = new Decimal(0),
): Promise<Invoice> {
  const date = paymentDateOf(tx, payment);
  const paid = payment.amount.minus(credited);
  const isPaid = due.equals(paid);
  const status = isPaid ? 'PAID' : 'PARTIAL';
  const change = {
    paymentTotal: invoice.paymentTotal.plus(paid),
    amountDue: due.minus(paid),
    status,
    datePaid: datePaidOf(invoice, isPaid, date),
  } as const;
  const { dateIssued } = payment;
  const paidInvoice =
    invoice.status === 'DRAFT'
      ? await tx.updateReturning('Invoice', invoice, {
          ...change,
          ...(dateIssued && { plannedIssueDate: dateIssued }),
        })
      : tx.update('Invoice', invoice, change);
  insertPayment(tx, invoice, payment, { creditedAmount: credited });
  insertInvoiceEvents(tx, [
    {
      invoiceId: invoice.id,
      kind: 'PAYMENT_APPLIED',
      fromStatus: invoice.status,
      toStatus: status,
      note: `${describePayment(invoice, payment, credited)}${describeStatusChange(invoice.status)}`,
      ...writeOffReversalFields(tx, invoice.status, due),
    },
  ]);
  return paidInvoice;
}

const datePaidOf = ({ datePaid, status }: Invoice, isPaid: boolean, date: Date): Date | null =>
  status === 'PAID' ? datePaid : isPaid ? date : null;

export function insertPayment(
  tx: WriteContext,
  { id: invoiceId }: Pick<Invoice, 'id'>,
  {
    amount,
    externalId,
    groupId,
    id,
    memo,
    paymentType,
    referenceNumber,
    source,
    ...rest
  }: PaymentColumns,
  creditColumns: { creditedAmount?: Decimal; fromCredit?: boolean } = {},
): void {
  tx.insert('Payment', {
    ...{ id, invoiceId, amount, date: paymentDateOf(tx, rest), paymentType, referenceNumber, memo },
    ...{ externalId, source, groupId: groupId ?? null, ...creditColumns },
  });
}

/** "119.50 EUR, RF18, 20 EUR of it are credit of the client" */
export function describePayment(
  { currency }: Pick<Invoice, 'currency'>,
  { amount, referenceNumber }: Pick<PaymentFields, 'amount' | 'referenceNumber'>,
  credited: Decimal,
): string {
  const textOf = (part: Decimal) => `${formatPaymentAmount(part)} ${currency}`;
  const credit = credited.isZero() ? null : `${textOf(credited)} of it are credit of the client`;
  return [textOf(amount), referenceNumber, credit].filter(Boolean).join(', ');
}

export function describeStatusChange(before: InvoiceStatus): string {
  if (before === 'DRAFT')
    return `. This payment issued the draft, which was not sent: it can no longer be ${describeActionsLostByPayment()}.`;
  return before === 'WRITE_OFF' ? '. The invoice had been written off and was reopened.' : '';
}

export function writeOffReversalFields(
  context: Pick<Context, 'now' | 'workspace'>,
  before: InvoiceStatus,
  due: Decimal,
): Pick<NewInvoiceEvent, 'bookedOn' | 'givenUp'> {
  if (before !== 'WRITE_OFF') return {};
  return { givenUp: due.negated(), bookedOn: currentDate(context) };
}

export const formatPaymentAmount = (amount: Decimal): string =>
  amount.isInteger() ? amount.toFixed() : amount.toFixed(Math.max(2, amount.decimalPlaces()));
