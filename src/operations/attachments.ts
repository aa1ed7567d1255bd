import { deleteAttachment } from '../domain/attachments/delete.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const attachmentOperations = defineOperations('Attachment', {
  deleteAttachment: {
    kind: 'delete',
    description: 'Deletes an attachment. Its links stop working.',
    run: deleteAttachment,
    rest: { path: 'attachments/{id}' },
  },
});
