import { mailSuppressionOperations } from '../../operations/mail-suppressions.ts';
import { builder } from '../core/builder.ts';
import { defineRecordQueries } from '../core/connections.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, recordNodeOptions } from '../core/record-fields.ts';

builder.prismaNode('MailSuppression', {
  ...recordNodeOptions,
  fields: (t) => columnFields(t, 'MailSuppression', ['email']),
});

defineRecordQueries('MailSuppression', {
  field: 'mailSuppressions',
  description: 'Addresses that unsubscribed from e-mails of the workspace, latest first.',
  where: ['email'],
  orderBy: [],
  defaultOrder: [{ createdAt: 'desc' }],
});

defineOperationMutations(mailSuppressionOperations);
