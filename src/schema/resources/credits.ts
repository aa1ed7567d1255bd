import { creditOperations } from '../../operations/credits.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('ClientCredit', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'ClientCredit', [
      ...(['clientId', 'paymentId', 'currency', 'kind', 'amount', 'date'] as const),
    ]),
    client: relationField(t, 'client'),
    payment: relationField(t, 'payment'),
  }),
});

defineRecordQueries('ClientCredit', {
  field: 'clientCredits',
  description: 'Changes of clients’ credit, latest first.',
  where: ['clientId', 'paymentId', 'currency', 'kind', 'amount', 'date', 'client', 'payment'],
  orderBy: ['date'],
  defaultOrder: [{ date: 'desc' }],
});

defineOperationMutations(creditOperations);
