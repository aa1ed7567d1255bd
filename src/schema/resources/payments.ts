import {
  recordPayment,
  recordPaymentInput,
  refundPayment,
  refundPaymentInput,
  reversePayment,
  reversePaymentInput,
} from '../../domain/payments/index.ts';
import { action } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode, parts, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { enumFilter, many, one } from '../core/filters.ts';

builder.prismaNode('Payment', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Payment',
      [
        ...['invoiceId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
        ...['refundedTotal', 'reversedAt', 'reversalReason', 'reversalNote'],
        ...['creditedAmount', 'fromCredit', 'groupId'],
      ] as const,
      { dates: ['date'] },
    ),
    invoice: related(t, 'invoice'),
    refunds: parts(t, 'refunds'),
    credits: parts(t, 'credits'),
  }),
});

builder.prismaNode('Refund', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Refund',
      ['paymentId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
      { dates: ['date'] },
    ),
    payment: related(t, 'payment'),
  }),
});

listed('Payment', {
  field: 'payments',
  description: 'Money received for invoices, latest first; what was reversed is among it.',
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
    invoice: one('Invoice'),
    refunds: many('Refund'),
  },
  orderBy: ['date'],
  usualOrder: [{ date: 'desc' }],
});

action('recordPayment', {
  description:
    'Applies a payment to an open invoice, which it answers; with allocations to several, of which it answers the first.',
  record: 'Invoice',
  makes: 'Payment',
  input: recordPaymentInput,
  run: recordPayment,
});

action('reversePayment', {
  description:
    'Takes a payment back that bounced or was entered by mistake. It stays, with the reason, and counts no more: its invoice is open again, or those that the same money paid; so are those that were paid with credit that came of it, where no other is left.',
  record: 'Payment',
  input: reversePaymentInput,
  hasId: true,
  run: reversePayment,
});

action('refundPayment', {
  description:
    'Notes that money of a payment was given back, in part or whole; its invoice is open again by so much.',
  record: 'Payment',
  makes: 'Refund',
  input: refundPaymentInput,
  hasId: true,
  run: refundPayment,
});

listed('Refund', {
  field: 'refunds',
  description: 'Money given back of payments, latest first.',
  where: {
    paymentId: 'ID',
    amount: 'Decimal',
    date: 'Date',
    paymentType: enumFilter('PaymentProviderType'),
    referenceNumber: 'String',
    payment: one('Payment'),
  },
  orderBy: ['date'],
  usualOrder: [{ date: 'desc' }],
});
