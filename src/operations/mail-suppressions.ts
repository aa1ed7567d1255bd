import { deleteMailSuppression } from '../domain/mail-suppressions/delete.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const mailSuppressionOperations = defineOperations('MailSuppression', {
  deleteMailSuppression: {
    kind: 'delete',
    description:
      'Sends e-mails to an address again that unsubscribed. Use it only if the recipient asks for it.',
    run: deleteMailSuppression,
  },
});
