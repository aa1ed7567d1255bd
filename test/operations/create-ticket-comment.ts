import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';

export const operationCase: OperationCase = {
  inputs: async (api, { accountId }) => {
    const ticketNumber = 900_001;
    const ticket = { accountId, ticketNumber, id: `tic_comments_${accountId}` };
    await api.database.prisma.ticket.createMany({ data: [ticket], skipDuplicates: true });
    return Array.from({ length: 100 }, (_, index) => ({
      ticketNumber,
      comment: `Comment ${index}`,
    }));
  },
  tests: (api) => {
    test('the author of a comment is the owner, the user or the contact with the address', async () => {
      const workspace = await api.addWorkspace();
      const { post } = workspace;
      const email = 'ada@lovelace.example';
      await post('contacts/create', { first: 'Ada', last: 'Lovelace', email });
      const opened = await post('tickets/create', { userEmail: email, subject: 'Help' });
      const { ticketNumber } = opened.body.ticket;
      const [owner] = (await workspace.get('users/list')).body;
      await post('tickets/comments/create', { ticketNumber, comment: 'By the owner' });
      const byUser = { comment: 'By a user', userEmail: owner.email, privateComment: true };
      await post('tickets/comments/create', { ticketNumber, ...byUser });
      const byContact = { comment: 'By a contact', userEmail: 'ADA@lovelace.example' };
      const { body } = await post('tickets/comments/create', { ticketNumber, ...byContact });
      const ofUser = { commentBy: owner.userId, contactId: null, commentUserEmail: owner.email };
      expect(body.comments).toMatchObject([
        { comment: 'By the owner', commentType: 'PUBLIC', ...ofUser },
        { comment: 'By a user', commentType: 'PRIVATE', ...ofUser },
        {
          comment: 'By a contact',
          commentType: 'PUBLIC',
          commentBy: null,
          contactId: opened.body.ticket.clientContactId,
          commentUserEmail: email,
          commentUserName: 'Ada Lovelace',
        },
      ]);
      expect(body.ticket).toMatchObject({ ticketNumber, lastComment: 'By a contact' });
    });

    test('unknown addresses and tickets are a 404 with all fields, invalid fields a 400', async () => {
      const { post } = api.ours;
      const unknown = { ticketNumber: 987, comment: 'Hi', userEmail: 'nobody@nowhere.example' };
      const missing = await post('tickets/comments/create', unknown);
      expect(missing.status).toBe(404);
      expect(missing.body.errors).toMatchObject([
        { path: 'ticketNumber', code: 'record_not_found' },
        { path: 'userEmail', code: 'name_not_found' },
      ]);
      const invalid = { privateComment: 'perhaps', userEmail: 'nobody' };
      const refused = await post('tickets/comments/create', invalid);
      expect(refused.status).toBe(400);
      expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
        'comment',
        'privateComment',
        'ticketNumber',
        'userEmail',
      ]);
    });
  },
};
