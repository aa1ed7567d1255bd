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
    'E-mails a client a receipt with the remaining amount due. Fails if the payment was reversed or refunded in full. The same e-mail is not sent twice within a minute.',
  record: 'Payment',
  input: sendPaymentReceiptInput,
  hasId: true,
  run: sendPaymentReceipt,
});

defineCommandMutation('sendInvoiceCancellation', {
  description:
    'E-mails a client that an invoice was voided. Fails for other invoices. The same e-mail is not sent twice within a minute.',
  record: 'Invoice',
  input: sendInvoiceCancellationInput,
  hasId: true,
  run: sendInvoiceCancellation,
});

defineCommandMutation('sendInvoiceReminder', {
  description:
    'E-mails a client a reminder of an open or overdue invoice. Fails for drafts and if nothing is due. The same e-mail is not sent twice within a minute.',
  record: 'Invoice',
  input: sendInvoiceReminderInput,
  hasId: true,
  run: sendInvoiceReminder,
});

defineCommandMutation('sendCreditNote', {
  description:
    'E-mails a client a credit note with its file. The same e-mail is not sent twice within a minute.',
  record: 'CreditNote',
  input: sendCreditNoteInput,
  hasId: true,
  run: sendCreditNote,
});

defineCommandMutation('sendTestMail', {
  description:
    'Sends the e-mail of `previewMail` to yourself, or to the workspace’s owner if you use an API key. It has no attachment and does not belong to the invoice.',
  record: 'OutboxMail',
  input: sendTestMailInput,
  hasId: false,
  alsoReads: ['settings'],
  run: sendTestMail,
});

const preview = builder.objectRef<MailPreview>('MailPreview').implement({
  description: 'Preview of an e-mail. Nothing is sent or stored.',
  extensions: areaPermissions('invoices', 'settings'),
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject line.' }),
    body: t.exposeString('body', { description: 'The e-mail as plain text.' }),
    html: t.exposeString('html', { description: 'The e-mail as HTML.' }),
  }),
});

builder.queryField('previewMail', (t) =>
  t.field({
    type: preview,
    description:
      'Preview of an e-mail from a template, from your own texts, or from the built-in text in the customer’s language, about an invoice or a sample invoice.',
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
