import { applyCredit } from '../../domain/credits/apply-credit.ts';
import type { ClientCreditRecord } from '../../domain/payments/fields.ts';
import { applyCreditInput, creditKinds } from '../../domain/payments/fields.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  choice,
  date,
  decimal,
  defineSerializer,
  integer,
  text,
  withDescription,
} from '../core/serializer.ts';
import { defineRecordRoute } from '../core/update-routes.ts';
import { invoiceMiniSerializer } from './invoice-serializers.ts';
import { invoiceExample } from './invoices.ts';
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
  defineRecordRoute({
    path: 'invoices/applyCredit',
    operationId: 'applyCredit',
    tag: 'Invoices',
    summary: 'Pay an invoice with credit of its client',
    description: [
      'Pays the amount due, or `amount`, with the client’s credit in the invoice’s currency, from overpayments or credit notes. It is recorded as a payment that was made from credit. Default of `amount`: the amount due, or the available credit if that is lower.',
      'More than the available credit is a 409 `credit_exceeded`; more than the amount due is a 409 `payment_exceeds_amount_due`. Nothing is then applied.',
    ].join('\n\n'),
    input: applyCreditInput,
    output: recordResponse('Invoice', invoiceMiniSerializer),
    errors: ['payment_exceeds_amount_due', 'credit_exceeded', 'conflicting_state'],
    example: {
      input: { id: invoiceExample.id, amount: 1190 },
      output: {
        ...invoiceExample,
        status: 'PAID',
        datePaid: '2026-04-15',
        paymentTotal: 1190,
        amountDue: 0,
        payments: [
          {
            id: 'pay_0199d2f0a1c27b1e9f4b6c1de0a35f15',
            amount: 1190,
            date: '2026-04-15',
            paymentType: 'OTHER',
            referenceNumber: null,
            memo: null,
          },
        ],
      },
    },
    handle: applyCredit,
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
