import { recordPayment, recordPaymentInput } from '../../domain/payments/index.ts';
import { action } from '../vocabulary/actions.ts';
import { builder } from '../vocabulary/builder.ts';
import { columns, ownNode, related } from '../vocabulary/columns.ts';
import { listed } from '../vocabulary/connections.ts';
import { enumFilter, one } from '../vocabulary/filters.ts';

builder.prismaNode('Payment', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Payment',
      ['invoiceId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
      { dates: ['date'] },
    ),
    invoice: related(t, 'invoice'),
  }),
});

listed('Payment', {
  field: 'payments',
  description: 'Money received for invoices, latest first.',
  where: {
    invoiceId: 'ID',
    amount: 'Decimal',
    date: 'Date',
    paymentType: enumFilter('PaymentProviderType'),
    referenceNumber: 'String',
    invoice: one('Invoice'),
  },
  orderBy: ['date'],
  usualOrder: [{ date: 'desc' }],
});

action('recordPayment', {
  description: 'Applies a payment to an open invoice, which it answers.',
  record: 'Invoice',
  makes: 'Payment',
  input: recordPaymentInput,
  run: recordPayment,
});
