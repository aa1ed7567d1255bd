import type { Action } from './case.ts';
import { idCases, inPath } from './case.ts';

export const attachmentDeletion: Action = {
  route: 'DELETE attachments/{id}',
  mutation: 'deleteAttachment',
  cases: [
    { when: 'an attachment', body: ({ made }) => ({ id: made.attachment.id }) },
    {
      when: 'the same attachment again',
      body: ({ made }) => ({ id: made.attachment.id }),
      code: 'record_not_found',
    },
    // REST has no route without an id.
    ...inPath(idCases('att', ({ made }) => made.attachment.id)),
  ],
};
