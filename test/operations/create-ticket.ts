import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';

const requester = async (create: (path: string, body: object) => Promise<unknown>) => {
  const email = 'requester@tickets.example';
  await create('contacts/create', { first: 'Rita', last: 'Requester', email });
  return email;
};

export const operationCase: OperationCase = {
  inputs: async (_api, { post }) => {
    const userEmail = await requester(post);
    return Array.from({ length: 100 }, (_, index) => ({
      userEmail,
      subject: `Question ${index}`,
      comment: 'How does it work?',
    }));
  },
  tests: (api) => {
    test('tickets that are created at the same time have consecutive numbers, also after failed ones', async () => {
      const workspace = await api.addWorkspace();
      const userEmail = await requester(workspace.post);
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          workspace.post('tickets/create', {
            userEmail: index % 3 === 0 ? 'nobody@tickets.example' : userEmail,
            subject: `Question ${index}`,
          }),
        ),
      );
      const numbers = responses.flatMap(({ status, body }) =>
        status === 200 ? [body.ticket.ticketNumber] : [],
      );
      expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });
  },
};
