import { resendMail } from '../../domain/outbox-mails/resend-mail.ts';
import { builder } from '../core/builder.ts';
import { defineRecordMutation } from '../core/command-mutations.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { enumFilter, relationFilter } from '../core/filters.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('OutboxMail', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
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
    invoice: relationField(t, 'invoice', { nullable: true }),
    creditNote: relationField(t, 'creditNote', { nullable: true }),
    emailTemplate: relationField(t, 'emailTemplate', { nullable: true }),
  }),
});

defineRecordQueries('OutboxMail', {
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
    invoice: relationFilter('Invoice'),
    creditNote: relationFilter('CreditNote'),
    emailTemplate: relationFilter('EmailTemplate'),
  },
  orderBy: ['sentAt'],
  defaultOrder: [{ createdAt: 'desc' }],
});

defineRecordMutation('resendMail', {
  description:
    'Sends a mail that is FAILED, UNCONFIRMED, KEPT or HELD once more, as a new mail to the same addresses that tells of the invoice as it is now, and answers that. Refused where it was sent again already, or the invoice is not to be sent any more. An UNCONFIRMED one may have arrived already, and so may one that is HELD, which is let go itself: it is QUEUED then.',
  record: 'OutboxMail',
  run: resendMail,
});
