import {
  recordPaymentInput,
  refundPaymentInput,
  reversePaymentInput,
} from '../../domain/payments/fields.ts';
import { recordPayment } from '../../domain/payments/record-payment.ts';
import { refundPayment, reversePayment } from '../../domain/payments/reversals.ts';
import { builder } from '../core/builder.ts';
import { defineCommandMutation } from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enumFilter, relationFilter, relationListFilter } from '../core/filters.ts';
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
    ...columnFields(
      t,
      'Payment',
      [
        ...['invoiceId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
        ...['refundedTotal', 'reversedAt', 'reversalReason', 'reversalNote'],
        ...['creditedAmount', 'fromCredit', 'groupId'],
      ] as const,
      { dates: ['date'] },
    ),
    formatted: formattedAmountsField(t, 'Payment', ['amount'], currencyOfInvoice),
    invoice: relationField(t, 'invoice'),
    refunds: relationListField(t, 'refunds'),
    credits: relationListField(t, 'credits'),
  }),
});

builder.prismaNode('Refund', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'Refund',
      ['paymentId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
      { dates: ['date'] },
    ),
    payment: relationField(t, 'payment'),
  }),
});

defineRecordQueries('Payment', {
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
    invoice: relationFilter('Invoice'),
    refunds: relationListFilter('Refund'),
  },
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineCommandMutation('recordPayment', {
  description:
    'Applies a payment to an open invoice, which it answers; with allocations to several, of which it answers the first.',
  record: 'Invoice',
  makes: 'Payment',
  input: recordPaymentInput,
  run: recordPayment,
});

defineCommandMutation('reversePayment', {
  description:
    'Takes a payment back that bounced or was entered by mistake. It stays, with the reason, and counts no more: its invoice is open again, or those that the same money paid; so are those that were paid with credit that came of it, where no other is left.',
  record: 'Payment',
  input: reversePaymentInput,
  hasId: true,
  run: reversePayment,
});

defineCommandMutation('refundPayment', {
  description:
    'Notes that money of a payment was given back, in part or whole; its invoice is open again by so much.',
  record: 'Payment',
  makes: 'Refund',
  input: refundPaymentInput,
  hasId: true,
  run: refundPayment,
});

defineRecordQueries('Refund', {
  field: 'refunds',
  description: 'Money given back of payments, latest first.',
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
