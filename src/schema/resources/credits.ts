import { applyCredit } from '../../domain/credits/apply-credit.ts';
import { applyCreditInput } from '../../domain/payments/fields.ts';
import { builder } from '../core/builder.ts';
import { defineCommandMutation } from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enumFilter, relationFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('ClientCredit', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'ClientCredit',
      ['clientId', 'paymentId', 'currency', 'kind', 'amount', 'date'],
      {
        dates: ['date'],
      },
    ),
    client: relationField(t, 'client'),
    payment: relationField(t, 'payment'),
  }),
});

defineRecordQueries('ClientCredit', {
  field: 'clientCredits',
  description: 'Changes of clients’ credit, latest first.',
  where: {
    clientId: 'ID',
    paymentId: 'ID',
    currency: 'String',
    kind: enumFilter('ClientCreditKind'),
    amount: 'Decimal',
    date: 'Date',
    client: relationFilter('Client'),
    payment: relationFilter('Payment'),
  },
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineCommandMutation('applyCredit', {
  description:
    'Pays an invoice with credit of its client in its currency: the amount due, or the available credit if that is lower.',
  record: 'Invoice',
  makes: 'Payment',
  input: applyCreditInput,
  hasId: true,
  run: applyCredit,
});
