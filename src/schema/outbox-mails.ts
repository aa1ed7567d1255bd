import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { enumFilter, one } from './filters.ts';

builder.prismaNode('OutboxMail', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'OutboxMail',
      [
        'invoiceId',
        'emailTemplateId',
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
    invoice: t.relation('invoice', { nullable: true }),
    emailTemplate: t.relation('emailTemplate', { nullable: true }),
  }),
});

listed('OutboxMail', {
  field: 'outboxMails',
  description: 'Mails to the workspace’s customers, latest first.',
  where: {
    status: enumFilter('OutboxMailStatus'),
    subject: 'String',
    sentAt: 'DateTime',
    nextAttemptAt: 'DateTime',
    invoiceId: 'ID',
    emailTemplateId: 'ID',
    invoice: one('Invoice'),
    emailTemplate: one('EmailTemplate'),
  },
  orderBy: ['subject', 'sentAt'],
  usualOrder: [{ createdAt: 'desc' }],
});
