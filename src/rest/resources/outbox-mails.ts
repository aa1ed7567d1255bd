import {
  sendCreditNote,
  sendCreditNoteInput,
  sendInvoiceCancellation,
  sendInvoiceCancellationInput,
  sendInvoiceReminder,
  sendInvoiceReminderInput,
  sendPaymentReceipt,
  sendPaymentReceiptInput,
} from '../../domain/outbox-mails/invoice-notices.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineRecordRoute } from '../core/update-routes.ts';
import { creditNoteExample, creditNoteSerializer } from './credit-notes.ts';
import { invoiceMiniSerializer } from './invoice-serializers.ts';
import { invoiceExample } from './invoices.ts';
import { paymentExample, paymentSerializer } from './payments.ts';

const whom =
  '`contacts` are names or e-mail addresses of the client’s contacts. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. Without any it is a 400; an unknown one is a 404. The same e-mail is not sent twice within a minute.';

const refusals = ['name_not_found', 'conflicting_state'] as const;

/** E-mails to a client about its invoice. */
export const outboxMailRoutes = [
  defineRecordRoute({
    path: 'payment/sendReceipt',
    operationId: 'sendPaymentReceipt',
    tag: 'Invoices',
    summary: 'E-mail a client that its payment was received',
    description: [
      'Puts a payment receipt in the client’s language into the outbox. A payment that was reversed or refunded in full is a 409.',
      whom,
    ].join('\n\n'),
    input: sendPaymentReceiptInput,
    output: recordResponse('Payment', paymentSerializer),
    errors: refusals,
    example: {
      input: { id: paymentExample.id, contacts: ['ada@lovelace.example'] },
      output: paymentExample,
    },
    handle: sendPaymentReceipt,
  }),
  defineRecordRoute({
    path: 'invoices/sendCancellation',
    operationId: 'sendInvoiceCancellation',
    tag: 'Invoices',
    summary: 'E-mail a client that its invoice is void',
    description: [
      'Puts a cancellation notice in the client’s language into the outbox. An invoice that is not VOIDED, or was never issued, is a 409.',
      whom,
    ].join('\n\n'),
    input: sendInvoiceCancellationInput,
    output: recordResponse('Invoice', invoiceMiniSerializer),
    errors: refusals,
    example: {
      input: { id: invoiceExample.id },
      output: { ...invoiceExample, status: 'VOIDED', amountDue: 0 },
    },
    handle: sendInvoiceCancellation,
  }),
  defineRecordRoute({
    path: 'invoices/sendReminder',
    operationId: 'sendInvoiceReminder',
    tag: 'Invoices',
    summary: 'E-mail a client that its invoice is still to be paid',
    description: [
      'Puts a payment reminder with the amount due and the due date, in the client’s language, into the outbox. An invoice without an amount due, or that was never issued, is a 409.',
      whom,
    ].join('\n\n'),
    input: sendInvoiceReminderInput,
    output: recordResponse('Invoice', invoiceMiniSerializer),
    errors: refusals,
    example: { input: { id: invoiceExample.id }, output: invoiceExample },
    handle: sendInvoiceReminder,
  }),
  defineRecordRoute({
    path: 'creditNotes/send',
    operationId: 'sendCreditNote',
    tag: 'Invoices',
    summary: 'E-mail a client its credit note',
    description: [
      'Puts an e-mail with the credit note’s file, the credited and refunded amounts and the amount due, in the client’s language, into the outbox. A name that the file cannot print is a 409.',
      whom,
    ].join('\n\n'),
    input: sendCreditNoteInput,
    output: recordResponse('CreditNote', creditNoteSerializer),
    errors: refusals,
    example: { input: { id: creditNoteExample.id }, output: creditNoteExample },
    handle: sendCreditNote,
  }),
];
