import {
  recordPaymentInput,
  refundPaymentInput,
  reversePaymentInput,
} from '../../domain/payments/fields.ts';
import { recordPayment } from '../../domain/payments/record-payment.ts';
import { refundPayment } from '../../domain/payments/refund-payment.ts';
import { reversePayment } from '../../domain/payments/reverse-payment.ts';
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

defineCommandMutation('recordPayment', {
  description:
    'Records a payment of an open invoice and returns the invoice. With allocations to several invoices, it returns the first.',
  record: 'Invoice',
  makes: 'Payment',
  input: recordPaymentInput,
  run: recordPayment,
});

defineCommandMutation('reversePayment', {
  description:
    'Reverses a payment that bounced or was recorded by mistake. The payment stays, with the reason, and its invoice is open again. If the transfer paid several invoices, all of them are open again, and so are invoices that were paid with its credit, unless other credit covers them.',
  record: 'Payment',
  input: reversePaymentInput,
  hasId: true,
  run: reversePayment,
});

defineCommandMutation('refundPayment', {
  description:
    'Records a refund of all or part of a payment. The amount is due again on its invoice.',
  record: 'Payment',
  makes: 'Refund',
  input: refundPaymentInput,
  hasId: true,
  run: refundPayment,
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
