import { paymentOperations } from '../../operations/payments.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enumFilter, relationFilter, relationListFilter } from '../core/filters.ts';
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
  where: {
    invoiceId: 'ID',
    amount: 'Decimal',
    date: 'Date',
    paymentType: enumFilter('PaymentProviderType'),
    referenceNumber: 'String',
    reversedAt: 'DateTime',
    reversalReason: enumFilter('PaymentReversalReason'),
    refundedTotal: 'Decimal',
    creditedAmount: 'Decimal',
    fromCredit: 'Boolean',
    groupId: 'String',
    invoice: relationFilter('Invoice'),
    refunds: relationListFilter('Refund'),
  },
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineRecordQueries('Refund', {
  field: 'refunds',
  description: 'Refunds of payments, latest first.',
  where: {
    paymentId: 'ID',
    amount: 'Decimal',
    date: 'Date',
    paymentType: enumFilter('PaymentProviderType'),
    referenceNumber: 'String',
    payment: relationFilter('Payment'),
  },
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineOperationMutations(paymentOperations);
