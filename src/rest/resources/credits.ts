import type { ClientCreditRecord } from '../../domain/payments/fields.ts';
import { creditKinds } from '../../domain/payments/fields.ts';
import { creditOperations } from '../../operations/credits.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import {
  choice,
  date,
  decimal,
  defineSerializer,
  integer,
  text,
  withDescription,
} from '../core/serializer.ts';
import { invoiceExample, invoiceForm } from './invoices.ts';
import { paymentExample } from './payments.ts';

const creditSerializer = defineSerializer<ClientCreditRecord>()(
  'ClientCredit',
  'A change of a client’s credit: money that the workspace has received and no invoice needs yet.',
  {
    id: withDescription(text, 'Id of the change.'),
    accountId: withDescription(integer, 'The workspace.'),
    clientId: text,
    paymentId: text,
    currency: text,
    kind: choice(creditKinds),
    amount: decimal,
    date,
  },
);

const creditExample = {
  id: 'crd_0199d2f0a1c27b1e9f4b6c1de0a35f16',
  accountId: 1,
  clientId: invoiceExample.clientId,
  paymentId: paymentExample.id,
  currency: 'EUR',
  kind: 'OVERPAID',
  amount: 10,
  date: '2026-04-15',
};

export const creditRoutes = [
  ...defineOperationRoutes(creditOperations, {
    tag: 'Invoices',
    records: { Invoice: invoiceForm },
  }),
  defineListRoute({
    path: 'credits/list',
    operationId: 'listCredits',
    tag: 'Invoices',
    summary: 'List changes of clients’ credit',
    description:
      'All changes of clients’ credit in the order in which they were recorded. The credit of a client is the sum of its changes, by currency.',
    model: 'ClientCredit',
    record: creditSerializer,
    errors: [],
    example: { output: [creditExample] },
    handle: () => ({ orderBy: [{ column: 'id' }] }),
  }),
];
