import { applyCredit, applyCreditInput } from '../../domain/credits/index.ts';
import { action } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { enumFilter, one } from '../core/filters.ts';

builder.prismaNode('ClientCredit', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'ClientCredit', ['clientId', 'paymentId', 'currency', 'kind', 'amount', 'date'], {
      dates: ['date'],
    }),
    client: related(t, 'client'),
    payment: related(t, 'payment'),
  }),
});

listed('ClientCredit', {
  field: 'clientCredits',
  description: 'What changed of the credit of clients, latest first.',
  where: {
    clientId: 'ID',
    paymentId: 'ID',
    currency: 'String',
    kind: enumFilter('ClientCreditKind'),
    amount: 'Decimal',
    date: 'Date',
    client: one('Client'),
    payment: one('Payment'),
  },
  orderBy: ['date'],
  usualOrder: [{ date: 'desc' }],
});

action('applyCredit', {
  description:
    'Pays an invoice with credit of its client, in its currency: what is due, or as much of it as the client has.',
  record: 'Invoice',
  makes: 'Payment',
  input: applyCreditInput,
  hasId: true,
  run: applyCredit,
});
