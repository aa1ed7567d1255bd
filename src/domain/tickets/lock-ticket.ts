import { Prisma } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Row, WriteContext } from '../../write/unit-of-work.ts';

interface TicketReference {
  id?: string | null | undefined;
  ticketNumber?: number | null | undefined;
}

/**
 * Undefined without id and number.
 * @throws ActionError record_not_found, version_mismatch
 */
export async function lockTicket(
  tx: WriteContext,
  { id, ticketNumber }: TicketReference,
  idField = 'id',
): Promise<Row<'Ticket'> | undefined> {
  if (id) return tx.lock('Ticket', id, id, idField);
  if (!ticketNumber) return undefined;
  const [[found]] = (await tx.readAll(Prisma.sql`
    SELECT t.id FROM "Ticket" t WHERE t."accountId" = ${tx.accountId} AND t."ticketNumber" = ${ticketNumber}`)) as [
    { id: string }[],
  ];
  if (found) return tx.lock('Ticket', found.id);
  throw new ActionError('record_not_found', `There is no ticket with the number ${ticketNumber}.`, {
    errors: [{ path: 'ticketNumber', code: 'record_not_found', message: 'no such record' }],
  });
}
