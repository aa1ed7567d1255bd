import { resendMail } from '../../domain/outbox-mails/index.ts';
import { recordAction } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';
import { listed } from '../core/connections.ts';
import { enumFilter, one } from '../core/filters.ts';

builder.prismaNode('OutboxMail', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'OutboxMail',
      [
        'invoiceId',
        'creditNoteId',
        'emailTemplateId',
        'kind',
        'recipients',
        'replyTo',
        'subject',
        'body',
        'html',
        'status',
        'attempts',
        'lastError',
        'nextAttemptAt',
        'sentAt',
        'messageId',
      ],
      { as: { recipients: 'EmailAddress', replyTo: 'EmailAddress' } },
    ),
    invoice: related(t, 'invoice', { nullable: true }),
    creditNote: related(t, 'creditNote', { nullable: true }),
    emailTemplate: related(t, 'emailTemplate', { nullable: true }),
  }),
});

listed('OutboxMail', {
  field: 'outboxMails',
  description: 'Mails to the workspace’s customers, latest first.',
  where: {
    status: enumFilter('OutboxMailStatus'),
    kind: enumFilter('MailKind'),
    subject: 'String',
    sentAt: 'DateTime',
    nextAttemptAt: 'DateTime',
    invoiceId: 'ID',
    creditNoteId: 'ID',
    emailTemplateId: 'ID',
    invoice: one('Invoice'),
    creditNote: one('CreditNote'),
    emailTemplate: one('EmailTemplate'),
  },
  orderBy: ['sentAt'],
  usualOrder: [{ createdAt: 'desc' }],
});

recordAction('resendMail', {
  description:
    'Sends a mail that is FAILED, UNCONFIRMED, KEPT or HELD once more, as a new mail to the same addresses that tells of the invoice as it is now, and answers that. Refused where it was sent again already, or the invoice is not to be sent any more. An UNCONFIRMED one may have arrived already, and so may one that is HELD, which is let go itself: it is QUEUED then.',
  record: 'OutboxMail',
  run: resendMail,
});
