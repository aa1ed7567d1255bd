import { outboxMailOperations } from '../../operations/outbox-mails.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('OutboxMail', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(
      t,
      'OutboxMail',
      [
        'creditNoteId',
        'recipients',
        'replyTo',
        'html',
        'status',
        'attempts',
        'lastError',
        'nextAttemptAt',
        'sentAt',
        'messageId',
      ],
      { recipients: 'EmailAddress', replyTo: 'EmailAddress' },
    ),
    invoice: relationField(t, 'invoice', { nullable: true }),
    creditNote: relationField(t, 'creditNote', { nullable: true }),
    emailTemplate: relationField(t, 'emailTemplate', { nullable: true }),
  }),
});

defineRecordQueries('OutboxMail', {
  field: 'outboxMails',
  description: 'E-mails to the workspace’s customers, latest first.',
  where: [
    ...['status', 'kind', 'subject', 'sentAt', 'nextAttemptAt', 'invoiceId', 'creditNoteId'],
    ...['emailTemplateId', 'invoice', 'creditNote', 'emailTemplate'],
  ],
  orderBy: ['sentAt'],
  defaultOrder: [{ createdAt: 'desc' }],
});

defineOperationMutations(outboxMailOperations);
