import type { Context } from '../../platform/context/context.ts';
import { deleteWithInput } from '../../write/delete-record.ts';

/**
 * Deletes a ticket with its comments and attachments. Its number is not used again.
 * @throws ActionError id_missing, record_not_found
 */
export const deleteTicket = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(
    ...([context, 'Ticket', input] as const),
    { type: 'TicketComment', column: 'ticketId' },
    { type: 'Attachment', column: 'ticketId' },
  );
