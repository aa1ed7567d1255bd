import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { enumFilter, one } from './filters.ts';

builder.prismaNode('Payment', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Payment',
      ['invoiceId', 'amount', 'date', 'paymentType', 'referenceNumber', 'memo'],
      { dates: ['date'] },
    ),
    invoice: t.relation('invoice'),
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
  orderBy: ['date', 'amount'],
  usualOrder: [{ date: 'desc' }],
});
