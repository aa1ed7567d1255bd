import type { PaymentRecord, RefundRecord } from '../../domain/payments/fields.ts';
import {
  paymentTypes,
  recordPaymentInput,
  refundPaymentInput,
  reversalReasons,
  reversePaymentInput,
} from '../../domain/payments/fields.ts';
import { lockInvoicesToPay } from '../../domain/payments/lock-invoices-to-pay.ts';
import { recordPayment } from '../../domain/payments/record-payment.ts';
import { refundPayment } from '../../domain/payments/refund-payment.ts';
import { reversePayment } from '../../domain/payments/reverse-payment.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
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
import { defineRecordRoute } from '../core/update-routes.ts';
import { invoiceMiniSerializer } from './invoice-serializers.ts';
import { invoiceExample } from './invoices.ts';

const refundSerializer = defineSerializer<RefundRecord>()('Refund', 'A refund of a payment.', {
  id: withDescription(text, 'Id of the refund.'),
  amount: decimal,
  date,
  paymentType: choice(paymentTypes),
  referenceNumber: nullableText,
  memo: nullableText,
});

/** A payment with what tells which invoice it paid. */
export const paymentSerializer = defineSerializer<PaymentRecord & { refunds: RefundRecord[] }>()(
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

export const paymentRoutes = [
  defineWriteRoute({
    answersStored: true,
    path: 'payment/create',
    creates: 'Payment',
    operationId: 'createPayment',
    tag: 'Invoices',
    summary: 'Record a payment of an invoice',
    description: [
      'Records a payment of the open invoice with that number: the exact formatted number, otherwise the plain number. The client is only required if several invoices have the plain number.',
      'A payment of the whole amount due makes the invoice PAID, a lower one PARTIAL. A higher payment, or an invoice that is paid or voided, is a 409, and nothing is recorded. With `overpayment` CREDIT, the rest becomes credit of the client; `invoices/applyCredit` pays other invoices with it. A late payment reopens a written-off invoice.',
      'With `allocations`, one transfer pays several invoices of a client. Each gets a payment with the same `groupId`; all or none are recorded. The response is the first invoice.',
      'A payment with the same `referenceNumber` (ignoring spaces and case), amount and date as an existing one of the invoice is a 409 `duplicate_payment`. Send `allowDuplicate` to record another one.',
      'The amount must be positive and not finer than the currency’s minor unit.',
    ].join('\n\n'),
    input: recordPaymentInput,
    output: recordResponse('Invoice', invoiceMiniSerializer),
    errors: [
      'name_not_found',
      'record_not_found',
      'number_ambiguous',
      'duplicate_payment',
      'invoice_closed',
      'payment_exceeds_amount_due',
    ],
    example: {
      input: {
        invoiceNumber: 'INV-00042',
        clientName: 'Lovelace Analytics',
        date: '2026-04-15',
        amount: 1190,
        paymentType: 'BANK_TRANSFER',
        referenceNumber: 'RF18 5390 0754 7034',
        memo: null,
        overpayment: 'REFUSE',
      },
      output: {
        ...invoiceExample,
        status: 'PAID',
        datePaid: '2026-04-15',
        paymentTotal: 1190,
        amountDue: 0,
        payments: [
          {
            id: 'pay_0199d2f0a1c27b1e9f4b6c1de0a35f13',
            amount: 1190,
            date: '2026-04-15',
            paymentType: 'BANK_TRANSFER',
            referenceNumber: 'RF18 5390 0754 7034',
            memo: null,
          },
        ],
      },
    },
    handle: recordPayment,
    lockFirst: lockInvoicesToPay,
  }),
  defineRecordRoute({
    path: 'payment/reverse',
    operationId: 'reversePayment',
    tag: 'Invoices',
    summary: 'Reverse a payment that bounced or was recorded by mistake',
    description: [
      'The payment stays, with time and reason of the reversal. `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice change, so a PAID invoice is open again. Written-off amounts stay written off.',
      'The client owes amounts that were already refunded: its credit becomes negative, until it pays them with `overpayment` CREDIT.',
      'A transfer that paid several invoices (`groupId`) is reversed for all of them, or none. `onlyThisPart` reverses only the given payment.',
      'If its credit paid other invoices, and the client has no other credit to cover them, those invoices are open again. Their history and `reversalNote` contain the reason. The oldest credit was used first.',
      'A payment that was already reversed is a 409.',
    ].join('\n\n'),
    input: reversePaymentInput,
    output: recordResponse('Payment', paymentSerializer),
    errors: ['conflicting_state'],
    example: {
      input: { id: paymentExample.id, reason: 'BOUNCED', note: 'Returned by the bank' },
      output: {
        ...paymentExample,
        reversedAt: '2026-04-20T09:30:00.000Z',
        reversalReason: 'BOUNCED',
        reversalNote: 'Returned by the bank',
      },
    },
    handle: reversePayment,
  }),
  defineRecordRoute({
    path: 'payment/refund',
    operationId: 'refundPayment',
    tag: 'Invoices',
    summary: 'Record a refund of a payment',
    description: [
      'Records a refund of `amount`, or of the rest of the payment. The payment itself does not change; `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice do.',
      'More than the rest of the payment is a 409 `refund_exceeds_payment`, and nothing is refunded; a reversed payment is a 409 too. No money is transferred.',
      'A refund with the same `referenceNumber` (ignoring spaces and case), `amount` and date as an existing one of the payment is a 409 `duplicate_refund`, so a repeated request does not refund twice. Send `allowDuplicate` to record another one.',
      'A transfer that paid several invoices (`groupId`) is refunded in full for all of them, or with `onlyThisPart` for the given payment only.',
      'With `ofCredit`, the part that is credit of the client is refunded, up to the remaining credit: more is a 409 `credit_exceeded`. Its invoice does not change.',
    ].join('\n\n'),
    input: refundPaymentInput,
    output: recordResponse('Payment', paymentSerializer),
    errors: ['duplicate_refund', 'refund_exceeds_payment', 'credit_exceeded', 'conflicting_state'],
    example: {
      input: {
        id: paymentExample.id,
        amount: 190,
        ofCredit: false,
        date: '2026-05-02',
        paymentType: 'BANK_TRANSFER',
        referenceNumber: 'REFUND 2026-7',
        memo: null,
        allowDuplicate: false,
      },
      output: {
        ...paymentExample,
        refundedTotal: 190,
        refunds: [
          {
            id: 'rfd_0199d2f0a1c27b1e9f4b6c1de0a35f14',
            amount: 190,
            date: '2026-05-02',
            paymentType: 'BANK_TRANSFER',
            referenceNumber: 'REFUND 2026-7',
            memo: null,
          },
        ],
      },
    },
    handle: refundPayment,
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
