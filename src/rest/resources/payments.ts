import type { PaymentRecord, RefundRecord } from '../../domain/payments/fields.ts';
import {
  paymentTypes,
  recordPaymentInput,
  refundPaymentInput,
  reversalReasons,
  reversePaymentInput,
} from '../../domain/payments/fields.ts';
import { recordPayment } from '../../domain/payments/record-payment.ts';
import { lockInvoicesToPay } from '../../domain/payments/record-payment-on-invoice.ts';
import { refundPayment, reversePayment } from '../../domain/payments/reversals.ts';
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

const refundSerializer = defineSerializer<RefundRecord>()(
  'Refund',
  'Money that was given back of a payment.',
  {
    id: withDescription(text, 'Id of the refund.'),
    amount: decimal,
    date,
    paymentType: choice(paymentTypes),
    referenceNumber: nullableText,
    memo: nullableText,
  },
);

/** A payment with what tells which invoice it paid. */
export const paymentSerializer = defineSerializer<PaymentRecord & { refunds: RefundRecord[] }>()(
  'InvoicePayment',
  'Money received, with the invoice that it paid.',
  {
    id: withDescription(text, 'Id of the payment.'),
    accountId: withDescription(integer, 'The workspace.'),
    invoiceId: text,
    invoiceNumberFormatted: computedProperty(
      withDescription(text, 'The invoice’s number as it is printed.'),
      'invoice.invoiceNumberFormatted',
    ),
    clientId: computedProperty(withDescription(text, 'The client that paid.'), 'invoice.clientId'),
    amount: withDescription(
      decimal,
      'What was paid. What was refunded of it counts no more, and nothing once it is reversed.',
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
      'What was given back of it, in the order in which it was recorded.',
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
    summary: 'Apply a payment to an invoice',
    description: [
      'Applies a payment to the open invoice with that number: the formatted number exactly, else the plain number. The client is needed only where several invoices go by the plain number.',
      'A payment that covers what is due makes the invoice PAID, a smaller one PARTIAL. One that is larger, or an invoice that is paid or voided, is a 409, and nothing is applied. With `overpayment` CREDIT what is more than what is due becomes credit of the client, by which `invoices/applyCredit` pays other invoices. An invoice that was written off is open again by a late payment.',
      'With `allocations`, one payment pays several invoices of a client: a payment for each, which have their `groupId` in common; all of them or none. The first invoice is answered.',
      'A payment with the `referenceNumber` (blanks and case apart), amount and date of one that the invoice has is a 409 `duplicate_payment`, unless `allowDuplicate` says that it is another one.',
      'The amount must be above zero and not finer than the currency’s minor unit.',
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
    summary: 'Take a payment back that bounced or was a mistake',
    description: [
      'The payment stays, with when and why it was taken back, and nothing of it counts any more: `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice follow, so that a PAID invoice is open again. What was written off stays written off.',
      'What was given back of it by then the client owes: its credit is less than nothing by so much, until it pays that as `overpayment` CREDIT.',
      'Money that paid several invoices (`groupId`) is taken back from all of them, or none; with `onlyThisPart` from the one of the payment that is named.',
      'What became credit by it and paid other invoices is taken back from them, as far as the client has no other credit in its place: they are open again, and their history and `reversalNote` tell why. What came first was used first.',
      'A payment that was reversed before is a 409 and stays as it is.',
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
    summary: 'Note that money of a payment was given back',
    description: [
      'Makes a refund of a payment, of `amount` or of all that counts of it. The payment stays as it was; so much of it counts no more: `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice follow.',
      'More than what counts of the payment is a 409 `refund_exceeds_payment`, and nothing is refunded; so is a payment that was reversed. No money is moved by it.',
      'A refund with the `referenceNumber` (blanks and case apart), `amount` and date of one that the payment has is a 409 `duplicate_refund`, so that one that is sent again is not made twice; `allowDuplicate` says that it is another one.',
      'Money that paid several invoices (`groupId`) is given back wholly, of all of them, or in part with `onlyThisPart`, by the payment of the invoice.',
      'With `ofCredit`, what of the payment is credit of the client is given back, as far as the client still has it: more is a 409 `credit_exceeded`. Its invoice stays as it is.',
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
      'Payments that were received, in the order in which they were recorded; those that were reversed are among them. `query` is the payment’s `referenceNumber`, the invoice’s formatted number or the client’s name, exactly; `from` and `to` are days on which the money came. At most 1,000; where there are more, the `Link` of the answer says where the list goes on.',
    model: 'Payment',
    record: paymentSerializer,
    errors: [],
    example: {
      input: { query: 'RF18 5390 0754 7034' },
      output: [paymentExample],
    },
  }),
];
