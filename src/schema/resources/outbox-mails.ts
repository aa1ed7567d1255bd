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
  description: 'E-mails to the workspace’s customers, latest first.',
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
    'Sends a FAILED, UNCONFIRMED, KEPT or HELD e-mail again, as a new e-mail to the same addresses with the current invoice, and returns it. Fails if it was already sent again, or the invoice can no longer be sent. An UNCONFIRMED or HELD e-mail may already have been delivered. A HELD e-mail is released itself and becomes QUEUED.',
  record: 'OutboxMail',
  run: resendMail,
});
