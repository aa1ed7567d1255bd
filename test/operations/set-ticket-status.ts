import { expect, test } from 'vitest';
import type { OperationCase } from '../support/operation-cases.ts';

export const operationCase: OperationCase = {
  inputs: async ({ database: { prisma } }, { accountId }) => {
    const numbers = Array.from({ length: 50 }, (_, index) => 800_001 + index);
    await prisma.ticket.createMany({
      skipDuplicates: true,
      data: numbers.map((ticketNumber) => ({
        accountId,
        ticketNumber,
        id: `tic_status_${accountId}_${ticketNumber}`,
      })),
    });
    return numbers.map((number) => ({
      id: `tic_status_${accountId}_${number}`,
      status: 'WAITING',
    }));
  },
  besides: (ours) => ({ id: ours.id('Ticket', 0) }),
  tests: (api) => {
    test('a resolved ticket is closed until its status is another one', async () => {
      const { accountId, patch } = api.ours;
      const ticket = { accountId, ticketNumber: 700_001, id: 'tic_closing' };
      await api.database.prisma.ticket.create({ data: ticket });
      const resolved = await patch('tickets/status', { ticketNumber: 700_001, status: 'Solved' });
      expect(resolved.body).toMatchObject({ id: ticket.id, status: 'Resolved', open: false });
      const closed = await patch('tickets/status', { id: ticket.id, status: 'closed' });
      expect(closed.body).toMatchObject({ status: 'Closed', closed: resolved.body.closed });
      const again = await patch('tickets/status', { id: ticket.id, status: 'in_progress' });
      expect(again.body).toMatchObject({ status: 'In Progress', open: true, closed: null });
    });

    test('without id and number it is a 412, an unknown number a 404, an unknown status a 400', async () => {
      const { patch } = api.ours;
      const none = await patch('tickets/status', { status: 'Closed' });
      expect(none).toMatchObject({ status: 412, body: { code: 'id_missing' } });
      const unknown = await patch('tickets/status', { ticketNumber: 987, status: 'Closed' });
      expect(unknown.status).toBe(404);
      expect(unknown.body.errors).toMatchObject([{ path: 'ticketNumber' }]);
      const bad = await patch('tickets/status', { ticketNumber: 987, status: 'Sleeping' });
      expect(bad.status).toBe(400);
      expect(bad.body.errors).toMatchObject([{ path: 'status' }, { path: 'ticketNumber' }]);
    });
  },
};
