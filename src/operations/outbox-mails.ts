import {
  sendCreditNote,
  sendCreditNoteInput,
  sendInvoiceCancellation,
  sendInvoiceCancellationInput,
  sendInvoiceReminder,
  sendInvoiceReminderInput,
  sendPaymentReceipt,
  sendPaymentReceiptInput,
} from '../domain/outbox-mails/invoice-notices.ts';
import { sendTestMail, sendTestMailInput } from '../domain/outbox-mails/mail-preview.ts';
import { resendMail } from '../domain/outbox-mails/resend-mail.ts';
import { defineOperations } from '../platform/operations/operations.ts';

const mailDetails = (details: string): string =>
  [
    details,
    'The e-mail is in the client’s language. `contacts` are names or e-mail addresses of the client’s contacts. Default: its invoice contacts, otherwise its default contact, otherwise its only contact. Without any it is a 400; an unknown one is a 404.',
  ].join('\n\n');

export const outboxMailOperations = defineOperations('OutboxMail', {
  sendPaymentReceipt: {
    kind: 'record',
    record: 'Payment',
    description:
      'E-mails a client a receipt with the remaining amount due. Fails if the payment was reversed or refunded in full. The same e-mail is not sent twice within a minute.',
    input: sendPaymentReceiptInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: sendPaymentReceipt,
    rest: {
      path: 'payment/sendReceipt',
      summary: 'E-mail a client that its payment was received',
      details: mailDetails('A payment that was reversed or refunded in full is a 409.'),
      example: { input: { contacts: ['ada@lovelace.example'] } },
    },
  },
  sendInvoiceCancellation: {
    kind: 'record',
    record: 'Invoice',
    description:
      'E-mails a client that an invoice was voided. Fails for other invoices. The same e-mail is not sent twice within a minute.',
    input: sendInvoiceCancellationInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: sendInvoiceCancellation,
    rest: {
      path: 'invoices/sendCancellation',
      summary: 'E-mail a client that its invoice is void',
      details: mailDetails('An invoice that is not VOIDED, or was never issued, is a 409.'),
      example: { output: { status: 'VOIDED', amountDue: 0 } },
    },
  },
  sendInvoiceReminder: {
    kind: 'record',
    record: 'Invoice',
    description:
      'E-mails a client a reminder of an open or overdue invoice. Fails for drafts and if nothing is due. The same e-mail is not sent twice within a minute.',
    input: sendInvoiceReminderInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: sendInvoiceReminder,
    rest: {
      path: 'invoices/sendReminder',
      summary: 'E-mail a client that its invoice is still to be paid',
      details: mailDetails(
        'It contains the amount due and the due date. An invoice without an amount due, or that was never issued, is a 409.',
      ),
    },
  },
  sendCreditNote: {
    kind: 'record',
    record: 'CreditNote',
    description:
      'E-mails a client a credit note with its file. The same e-mail is not sent twice within a minute.',
    input: sendCreditNoteInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: sendCreditNote,
    rest: {
      path: 'creditNotes/send',
      summary: 'E-mail a client its credit note',
      details: mailDetails(
        'It contains the credited and refunded amounts and the amount due. A name that the file cannot print is a 409.',
      ),
    },
  },
  sendTestMail: {
    kind: 'command',
    description:
      'Sends the e-mail of `previewMail` to yourself, or to the workspace’s owner if you use an API key. It has no attachment and does not belong to the invoice.',
    input: sendTestMailInput,
    errors: ['name_not_found', 'conflicting_state'],
    alsoReads: ['settings'],
    run: sendTestMail,
  },
  resendMail: {
    kind: 'record',
    description:
      'Sends a FAILED, UNCONFIRMED, KEPT or HELD e-mail again, as a new e-mail to the same addresses with the current invoice, and returns it. Fails if it was already sent again, or the invoice can no longer be sent. An UNCONFIRMED or HELD e-mail may already have been delivered. A HELD e-mail is released itself and becomes QUEUED.',
    errors: ['conflicting_state', 'e_invoice_incomplete'],
    run: resendMail,
  },
});
