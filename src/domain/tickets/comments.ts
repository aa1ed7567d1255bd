import type { z } from 'zod';
import type { TicketComment } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, Row, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { TicketAuthor } from './authors.ts';
import { findCommentAuthor } from './authors.ts';
import { createTicketCommentInput } from './fields.ts';
import { lockTicket } from './lock-ticket.ts';

export function insertComment(
  tx: WriteContext,
  ticketId: string,
  { clientId: _, ...author }: TicketAuthor,
  content: Pick<TicketComment, 'comment' | 'privateComment'>,
  id = newId('TicketComment'),
): InsertedRow<'TicketComment'> {
  return tx.insert('TicketComment', { ...author, ...content, ticketId, id });
}

/**
 * A public comment also sets `lastCommentAt` of the ticket. A private one does not change the ticket, because contacts
 * would see that.
 * @throws ActionError invalid_input, name_not_found, record_not_found
 */
export function createTicketComment(
  context: Context,
  input: InputOf<typeof createTicketCommentInput>,
): Promise<InsertedRow<'TicketComment'>> {
  return write(context, async (tx) => {
    const parsed = await parseOrCollectErrors(
      () => parseInput(createTicketCommentInput, input, requireTicket),
      (rest) => lookUp(tx, rest),
    );
    const { comment, privateComment } = parsed;
    const [ticket, author] = await awaitLookups<[Row<'Ticket'> | undefined, TicketAuthor]>(
      lookUp(tx, parsed),
    );
    if (!ticket) throw new TypeError('A comment has a ticket.');
    if (!privateComment) tx.update('Ticket', ticket, { lastCommentAt: tx.now });
    const id = newRecordId(tx, 'TicketComment');
    return insertComment(tx, ticket.id, author, { comment, privateComment }, id);
  });
}

type Fields = Partial<z.output<typeof createTicketCommentInput>>;

const lookUp = (tx: WriteContext, { ticketId, ticketNumber, userEmail = null }: Fields) =>
  [
    lockTicket(tx, { id: ticketId, ticketNumber }, 'ticketId'),
    findCommentAuthor(tx, userEmail),
  ] as const;

function requireTicket({ ticketId, ticketNumber }: Fields): FieldError[] {
  if (ticketId !== null || ticketNumber !== null) return [];
  return [{ path: 'ticketNumber', code: 'required', message: 'is required without an id' }];
}
