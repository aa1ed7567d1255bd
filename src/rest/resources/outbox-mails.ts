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
  '`contacts` are names or e-mails of the client’s contacts; left out, its invoice contacts, else its default contact, else its only contact; nobody at all is a 400, and anybody else a 404. The same mail is not sent twice within a minute.';

const refusals = ['name_not_found', 'conflicting_state'] as const;

/** Mails that tell a client of what happened to its invoice (decision 65). */
export const outboxMailRoutes = [
  defineRecordRoute({
    path: 'payment/sendReceipt',
    operationId: 'sendPaymentReceipt',
    tag: 'Invoices',
    summary: 'Mail a client that its payment was received',
    description: [
      'Writes a receipt of what counts of the payment, in the client’s language, and puts it into the outbox. A payment that was reversed, or of which all was given back, is a 409.',
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
    summary: 'Mail a client that its invoice is void',
    description: [
      'Writes that the invoice is void, in the client’s language, and puts it into the outbox. An invoice that is not VOIDED, or that never was issued, is a 409.',
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
    summary: 'Mail a client that its invoice is still to be paid',
    description: [
      'Writes what is still due and by when, or since when, in the client’s language, and puts it into the outbox. An invoice of which nothing is due, or that never was issued, is a 409.',
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
    summary: 'Mail a client its credit note',
    description: [
      'Writes what was credited, what of it is refunded or kept as credit, and what is still due, in the client’s language, and puts it into the outbox with the credit note’s file. A name that the file could not print is a 409.',
      whom,
    ].join('\n\n'),
    input: sendCreditNoteInput,
    output: recordResponse('CreditNote', creditNoteSerializer),
    errors: refusals,
    example: { input: { id: creditNoteExample.id }, output: creditNoteExample },
    handle: sendCreditNote,
  }),
];
