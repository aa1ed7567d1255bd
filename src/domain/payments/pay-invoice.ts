import type { Invoice } from '../../generated/prisma/client.ts';
import type { InvoiceStatus } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { NewInvoiceEvent } from '../invoices/invoice-events.ts';
import { insertInvoiceEvents } from '../invoices/invoice-events.ts';
import { describeActionsLostByPayment } from '../invoices/lifecycle-errors.ts';
import { issueInvoice } from '../invoices/transitions.ts';
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
 * @param creditedAmount the part of the payment that becomes credit of the client
 */
export async function payInvoice(
  tx: WriteContext,
  { due, invoice }: { invoice: Invoice; due: Decimal },
  payment: NewPayment,
  creditedAmount: Decimal = new Decimal(0),
): Promise<Invoice> {
  const date = paymentDateOf(tx, payment);
  const paidAmount = payment.amount.minus(creditedAmount);
  const isPaid = due.equals(paidAmount);
  const status = isPaid ? 'PAID' : 'PARTIAL';
  const change = {
    paymentTotal: invoice.paymentTotal.plus(paidAmount),
    amountDue: due.minus(paidAmount),
    status,
    datePaid: datePaidOf(invoice, isPaid, date),
  } as const;
  const { dateIssued } = payment;
  const paidInvoice =
    invoice.status === 'DRAFT'
      ? await issueInvoice(
          tx,
          invoice,
          { ...change, ...(dateIssued && { plannedIssueDate: dateIssued }) },
          false,
        )
      : tx.update('Invoice', invoice, change);
  insertPayment(tx, invoice, payment, { creditedAmount });
  insertInvoiceEvents(tx, [
    {
      invoiceId: invoice.id,
      kind: 'PAYMENT_APPLIED',
      fromStatus: invoice.status,
      toStatus: status,
      note: `${describePayment(invoice, payment, creditedAmount)}${describeStatusChange(invoice.status)}`,
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
  creditedAmount: Decimal,
): string {
  const textOf = (amountPart: Decimal) => `${formatPaymentAmount(amountPart)} ${currency}`;
  const credit = creditedAmount.isZero()
    ? null
    : `${textOf(creditedAmount)} of it are credit of the client`;
  return [textOf(amount), referenceNumber, credit].filter(Boolean).join(', ');
}

export function describeStatusChange(previousStatus: InvoiceStatus): string {
  if (previousStatus === 'DRAFT')
    return `. This payment issued the draft, which was not sent: it can no longer be ${describeActionsLostByPayment()}.`;
  return previousStatus === 'WRITE_OFF'
    ? '. The invoice had been written off and was reopened.'
    : '';
}

export function writeOffReversalFields(
  context: Pick<Context, 'now' | 'workspace'>,
  previousStatus: InvoiceStatus,
  due: Decimal,
): Pick<NewInvoiceEvent, 'bookedOn' | 'givenUp'> {
  if (previousStatus !== 'WRITE_OFF') return {};
  return { givenUp: due.negated(), bookedOn: currentDate(context) };
}

export const formatPaymentAmount = (amount: Decimal): string =>
  amount.isInteger() ? amount.toFixed() : amount.toFixed(Math.max(2, amount.decimalPlaces()));
