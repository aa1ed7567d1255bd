import { paymentOperations } from '../../operations/payments.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import {
  columnFields,
  recordNodeOptions,
  relationField,
  relationListField,
} from '../core/record-fields.ts';
import { currencyOfInvoice, formattedAmountsField } from './formatted-amounts.ts';

builder.prismaNode('Payment', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Payment', [
      ...(['invoiceId', 'refundedTotal', 'reversedAt', 'reversalReason', 'reversalNote'] as const),
      ...(['creditedAmount', 'fromCredit', 'groupId'] as const),
    ]),
    formatted: formattedAmountsField(t, 'Payment', ['amount'], currencyOfInvoice),
    invoice: relationField(t, 'invoice'),
    refunds: relationListField(t, 'refunds'),
    credits: relationListField(t, 'credits'),
  }),
});

builder.prismaNode('Refund', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'Refund', ['paymentId']),
    payment: relationField(t, 'payment'),
  }),
});

defineRecordQueries('Payment', {
  field: 'payments',
  description: 'Payments of invoices, latest first, including reversed ones.',
  where: [
    ...['invoiceId', 'amount', 'date', 'paymentType', 'referenceNumber', 'reversedAt'],
    ...['reversalReason', 'refundedTotal', 'creditedAmount', 'fromCredit', 'groupId', 'invoice'],
    ...['refunds'],
  ],
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineRecordQueries('Refund', {
  field: 'refunds',
  description: 'Refunds of payments, latest first.',
  where: ['paymentId', 'amount', 'date', 'paymentType', 'referenceNumber', 'payment'],
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineOperationMutations(paymentOperations);
