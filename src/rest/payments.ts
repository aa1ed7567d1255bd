import type { PaymentRecord } from '../domain/payments/index.ts';
import {
  lockPaid,
  paymentTypes,
  recordPayment,
  recordPaymentInput,
} from '../domain/payments/index.ts';
import { invoiceMiniWire } from './invoice-wires.ts';
import { invoiceExample } from './invoices.ts';
import { searchRoute } from './list-routes.ts';
import { recordOf } from './record-answers.ts';
import { writeRoute } from './route.ts';
import {
  choice,
  computed,
  copiedFrom,
  date,
  decimal,
  described,
  externalIdColumns,
  integer,
  nullableText,
  text,
  wire,
} from './wire.ts';

/** A payment with what tells which invoice it paid. */
const paymentWire = wire<PaymentRecord>()(
  'InvoicePayment',
  'Money received, with the invoice that it paid.',
  {
    id: described(text, 'Id of the payment.'),
    accountId: described(integer, 'The workspace.'),
    invoiceId: text,
    invoiceNumberFormatted: computed(
      described(text, 'The invoice’s number as it is printed.'),
      'invoice.invoiceNumberFormatted',
    ),
    clientId: computed(described(text, 'The client that paid.'), 'invoice.clientId'),
    amount: decimal,
    currency: copiedFrom(
      'clients',
      computed(described(text, 'The invoice’s currency.'), 'invoice.currency'),
    ),
    date,
    paymentType: choice(paymentTypes),
    referenceNumber: nullableText,
    memo: nullableText,
    ...externalIdColumns,
  },
  'Payment',
);

export const paymentRoutes = [
  writeRoute({
    answersStored: true,
    path: 'payment/create',
    creates: 'Payment',
    operationId: 'createPayment',
    tag: 'Invoices',
    summary: 'Apply a payment to an invoice',
    description: [
      'Applies a payment to the open invoice with that number: the formatted number exactly, else the plain number. The client is needed only where several invoices go by the plain number.',
      'A payment that covers what is due makes the invoice PAID, a smaller one PARTIAL. One that is larger, or an invoice that is paid, voided or written off, is a 409, and nothing is applied.',
      'A payment with the `referenceNumber` (blanks and case apart), amount and date of one that the invoice has is a 409 `duplicate_payment`, unless `allowDuplicate` says that it is another one.',
      'The amount must be above zero and not finer than the currency’s minor unit.',
    ].join('\n\n'),
    input: recordPaymentInput,
    output: recordOf('Invoice', invoiceMiniWire),
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
    lockFirst: lockPaid,
  }),
  searchRoute({
    path: 'payments/search',
    operationId: 'searchPayments',
    tag: 'Invoices',
    summary: 'Search payments',
    description:
      'Payments that were received, in the order in which they were recorded. `query` is the payment’s `referenceNumber`, the invoice’s formatted number or the client’s name, exactly; `from` and `to` are days on which the money came. At most 1,000; where there are more, the `Link` of the answer says where the list goes on.',
    model: 'Payment',
    record: paymentWire,
    errors: [],
    example: {
      input: { query: 'RF18 5390 0754 7034' },
      output: [
        {
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
        },
      ],
    },
  }),
];
