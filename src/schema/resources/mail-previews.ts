import type { MailPreview } from '../../domain/outbox-mails/mail-preview.ts';
import { previewMail, previewMailInput } from '../../domain/outbox-mails/mail-preview.ts';
import { builder } from '../core/builder.ts';
import { withDomainInputNames } from '../core/input-names.ts';
import { inputType } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';

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
    extensions: { requiresUnrestrictedAccess: true },
    resolve: (_root, { input }, context) =>
      withDomainInputNames(previewMailInput, input, (given) =>
        previewMail(context, given as never),
      ),
  }),
);
