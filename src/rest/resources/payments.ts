import type { PaymentRecord, RefundRecord } from '../../domain/payments/fields.ts';
import { paymentTypes, reversalReasons } from '../../domain/payments/fields.ts';
import { paymentOperations } from '../../operations/payments.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  choice,
  computedProperty,
  copiedFromArea,
  date,
  decimal,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  makeNullable,
  nullableDateTime,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';
import { invoiceExample, invoiceForm } from './invoices.ts';

const refundSerializer = defineSerializer<RefundRecord>()('Refund', 'A refund of a payment.', {
  id: withDescription(text, 'Id of the refund.'),
  amount: decimal,
  date,
  paymentType: choice(paymentTypes),
  referenceNumber: nullableText,
  memo: nullableText,
});

const paymentSerializer = defineSerializer<PaymentRecord & { refunds: RefundRecord[] }>()(
  'InvoicePayment',
  'A payment with its invoice.',
  {
    id: withDescription(text, 'Id of the payment.'),
    accountId: withDescription(integer, 'The workspace.'),
    invoiceId: text,
    invoiceNumberFormatted: computedProperty(
      withDescription(text, 'Number of the invoice, as printed.'),
      'invoice.invoiceNumberFormatted',
    ),
    clientId: computedProperty(withDescription(text, 'The client.'), 'invoice.clientId'),
    amount: withDescription(
      decimal,
      'Amount of the payment. Refunds and a reversal are deducted from what it pays.',
    ),
    currency: copiedFromArea(
      'clients',
      computedProperty(withDescription(text, 'The invoice’s currency.'), 'invoice.currency'),
    ),
    date,
    paymentType: choice(paymentTypes),
    referenceNumber: nullableText,
    memo: nullableText,
    ...externalIdColumns,
    refundedTotal: decimal,
    creditedAmount: decimal,
    fromCredit: bool,
    groupId: nullableText,
    reversedAt: nullableDateTime,
    reversalReason: makeNullable(choice(reversalReasons)),
    reversalNote: nullableText,
    refunds: withDescription(
      listOf(refundSerializer, { orderBy: [{ column: 'id', direction: 'asc' }] }),
      'Its refunds, in the order in which they were recorded.',
    ),
  },
  'Payment',
);

export const paymentExample = {
  id: 'pay_0199d2f0a1c27b1e9f4b6c1de0a35f13',
  accountId: 1,
  invoiceId: invoiceExample.id,
  invoiceNumberFormatted: invoiceExample.invoiceNumberFormatted,
  clientId: invoiceExample.clientId,
  amount: 1190,
  currency: 'EUR',
  date: '2026-04-15',
  paymentType: 'BANK_TRANSFER',
  referenceNumber: 'RF18 5390 0754 7034',
  memo: null,
  refundedTotal: 0,
  creditedAmount: 0,
  fromCredit: false,
  groupId: null,
  reversedAt: null,
  reversalReason: null,
  reversalNote: null,
  refunds: [],
};

export const paymentForm = {
  response: recordResponse('Payment', paymentSerializer),
  example: paymentExample,
};

export const paymentRoutes = [
  ...defineOperationRoutes(paymentOperations, {
    tag: 'Invoices',
    records: { Payment: paymentForm, Invoice: invoiceForm },
  }),
  defineSearchRoute({
    path: 'payments/search',
    operationId: 'searchPayments',
    tag: 'Invoices',
    summary: 'Search payments',
    description:
      'Payments in the order in which they were recorded, including reversed ones. `query` is the exact `referenceNumber`, formatted invoice number or client name. `from` and `to` are payment dates. At most 1,000; the `Link` header of the response contains the next page.',
    model: 'Payment',
    record: paymentSerializer,
    errors: [],
    example: {
      input: { query: 'RF18 5390 0754 7034' },
      output: [paymentExample],
    },
  }),
];
