import {
  recordPaymentInput,
  refundPaymentInput,
  reversePaymentInput,
} from '../domain/payments/fields.ts';
import { lockInvoicesToPay } from '../domain/payments/lock-invoices-to-pay.ts';
import { recordPayment } from '../domain/payments/record-payment.ts';
import { refundPayment } from '../domain/payments/refund-payment.ts';
import { reversePayment } from '../domain/payments/reverse-payment.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const paymentOperations = defineOperations('Payment', {
  recordPayment: {
    kind: 'command',
    record: 'Invoice',
    inputRecord: 'Payment',
    description:
      'Records a payment of an open invoice and returns the invoice. With allocations to several invoices, it returns the first.',
    input: recordPaymentInput,
    errors: [
      'name_not_found',
      'record_not_found',
      'number_ambiguous',
      'duplicate_payment',
      'invoice_closed',
      'payment_exceeds_amount_due',
    ],
    run: recordPayment,
    rest: {
      path: 'payment/create',
      operationId: 'createPayment',
      creates: 'Payment',
      summary: 'Record a payment of an invoice',
      details: [
        'The invoice is the one with the exact formatted number, otherwise the plain number. The client is only required if several invoices have the plain number.',
        'A payment of the whole amount due makes the invoice PAID, a lower one PARTIAL. A higher payment, or an invoice that is paid or voided, is a 409, and nothing is recorded. With `overpayment` CREDIT, the rest becomes credit of the client; `invoices/applyCredit` pays other invoices with it. A late payment reopens a written-off invoice.',
        'With `allocations`, one transfer pays several invoices of a client. Each gets a payment with the same `groupId`; all or none are recorded.',
        'A payment with the same `referenceNumber` (ignoring spaces and case), amount and date as an existing one of the invoice is a 409 `duplicate_payment`. Send `allowDuplicate` to record another one.',
        'The amount must be positive and not finer than the currency’s minor unit.',
      ].join('\n\n'),
      lockFirst: lockInvoicesToPay,
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
    },
  },
  reversePayment: {
    kind: 'record',
    description:
      'Reverses a payment that bounced or was recorded by mistake. The payment stays, with the reason, and its invoice is open again. If the transfer paid several invoices, all of them are open again, and so are invoices that were paid with its credit, unless other credit covers them.',
    input: reversePaymentInput,
    errors: ['conflicting_state'],
    run: reversePayment,
    rest: {
      path: 'payment/reverse',
      summary: 'Reverse a payment that bounced or was recorded by mistake',
      details: [
        'The payment keeps the time of the reversal as well. `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice change. Written-off amounts stay written off.',
        'The client owes amounts that were already refunded: its credit becomes negative, until it pays them with `overpayment` CREDIT.',
        'A transfer that paid several invoices (`groupId`) is reversed for all of them, or none. `onlyThisPart` reverses only the given payment.',
        'If its credit paid other invoices, and the client has no other credit to cover them, those invoices are open again. Their history and `reversalNote` contain the reason. The oldest credit was used first.',
        'A payment that was already reversed is a 409.',
      ].join('\n\n'),
      example: {
        input: { reason: 'BOUNCED', note: 'Returned by the bank' },
        output: {
          reversedAt: '2026-04-20T09:30:00.000Z',
          reversalReason: 'BOUNCED',
          reversalNote: 'Returned by the bank',
        },
      },
    },
  },
  refundPayment: {
    kind: 'record',
    inputRecord: 'Refund',
    description:
      'Records a refund of all or part of a payment. The amount is due again on its invoice.',
    input: refundPaymentInput,
    errors: ['duplicate_refund', 'refund_exceeds_payment', 'credit_exceeded', 'conflicting_state'],
    run: refundPayment,
    rest: {
      path: 'payment/refund',
      summary: 'Record a refund of a payment',
      details: [
        'Without `amount`, it is the rest of the payment. The payment itself does not change; `paymentTotal`, `amountDue`, `status` and `datePaid` of its invoice do.',
        'More than the rest of the payment is a 409 `refund_exceeds_payment`, and nothing is refunded; a reversed payment is a 409 too. No money is transferred.',
        'A refund with the same `referenceNumber` (ignoring spaces and case), `amount` and date as an existing one of the payment is a 409 `duplicate_refund`, so a repeated request does not refund twice. Send `allowDuplicate` to record another one.',
        'A transfer that paid several invoices (`groupId`) is refunded in full for all of them, or with `onlyThisPart` for the given payment only.',
        'With `ofCredit`, the part that is credit of the client is refunded, up to the remaining credit: more is a 409 `credit_exceeded`. Its invoice does not change.',
      ].join('\n\n'),
      example: {
        input: {
          amount: 190,
          ofCredit: false,
          date: '2026-05-02',
          paymentType: 'BANK_TRANSFER',
          referenceNumber: 'REFUND 2026-7',
          memo: null,
          allowDuplicate: false,
        },
        output: {
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
    },
  },
});
