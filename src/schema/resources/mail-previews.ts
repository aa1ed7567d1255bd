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
import type { MailPreview } from '../../domain/outbox-mails/mail-preview.ts';
import {
  previewMail,
  previewMailInput,
  sendTestMail,
  sendTestMailInput,
} from '../../domain/outbox-mails/mail-preview.ts';
import { builder } from '../core/builder.ts';
import { defineCommandMutation } from '../core/command-mutations.ts';
import { withDomainInputNames } from '../core/input-names.ts';
import { inputType } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';

defineCommandMutation('sendPaymentReceipt', {
  description:
    'Mails a client that a payment was received, and what is still due. Refused where nothing of the payment counts any more. The same mail is not sent twice within a minute.',
  record: 'Payment',
  input: sendPaymentReceiptInput,
  hasId: true,
  run: sendPaymentReceipt,
});

defineCommandMutation('sendInvoiceCancellation', {
  description:
    'Mails a client that an invoice is void. Refused for any other. The same mail is not sent twice within a minute.',
  record: 'Invoice',
  input: sendInvoiceCancellationInput,
  hasId: true,
  run: sendInvoiceCancellation,
});

defineCommandMutation('sendInvoiceReminder', {
  description:
    'Mails a client that an invoice is still to be paid, or overdue. Refused where nothing is due, and of a draft. The same mail is not sent twice within a minute.',
  record: 'Invoice',
  input: sendInvoiceReminderInput,
  hasId: true,
  run: sendInvoiceReminder,
});

defineCommandMutation('sendCreditNote', {
  description:
    'Mails a client a credit note, with its file. The same mail is not sent twice within a minute.',
  record: 'CreditNote',
  input: sendCreditNoteInput,
  hasId: true,
  run: sendCreditNote,
});

defineCommandMutation('sendTestMail', {
  description:
    'Puts a mail as `previewMail` shows it into the outbox, to who asks for it, or to the workspace’s owner where that is a key. It brings no file, and is no mail of the invoice.',
  record: 'OutboxMail',
  input: sendTestMailInput,
  hasId: false,
  alsoReads: ['settings'],
  run: sendTestMail,
});

const preview = builder.objectRef<MailPreview>('MailPreview').implement({
  description: 'A mail as it would be written. Nothing of it is sent or stored.',
  extensions: areaPermissions('invoices', 'settings'),
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject line.' }),
    body: t.exposeString('body', { description: 'The mail as plain text.' }),
    html: t.exposeString('html', { description: 'The mail as HTML.' }),
  }),
});

builder.queryField('previewMail', (t) =>
  t.field({
    type: preview,
    description:
      'A mail as it would be written now: of a template, of texts that are tried, or in the usual words, in the customer’s language, where there are neither; about an invoice, or a made-up one.',
    args: {
      input: t.arg({
        type: inputType(previewMailInput),
        required: true,
        description: 'The mail.',
      }),
    },
    extensions: { isWhole: true },
    resolve: (_root, { input }, context) =>
      withDomainInputNames(previewMailInput, input, (given) =>
        previewMail(context, given as never),
      ),
  }),
);
