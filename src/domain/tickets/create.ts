import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { findContactAuthor } from './authors.ts';
import { insertComment } from './comments.ts';
import { createTicketInput } from './fields.ts';
import { takeTicketNumber } from './ticket-numbers.ts';

/**
 * A contact opens a ticket. `comment` is its first comment.
 * @throws ActionError invalid_input, name_not_found
 */
export function createTicket(
  context: Context,
  input: InputOf<typeof createTicketInput>,
): Promise<InsertedRow<'Ticket'>> {
  return write(context, async (tx) => {
    const parsed = await parseOrCollectErrors(
      () => parseInput(createTicketInput, input, requireContent),
      (rest) => [rest.userEmail && findContactAuthor(tx, rest.userEmail)],
    );
    const { comment, formData, userEmail, ...fields } = parsed;
    const author = await findContactAuthor(tx, userEmail);
    const ticket = tx.insert('Ticket', {
      ...fields,
      id: newRecordId(tx, 'Ticket'),
      ticketNumber: await takeTicketNumber(tx),
      clientId: author.clientId,
      contactId: author.contactId,
      lastCommentAt: comment === null ? null : tx.now,
      ...(formData && { formData: formData as Prisma.InputJsonObject }),
    });
    if (comment !== null) insertComment(tx, ticket.id, author, { comment, privateComment: false });
    return ticket;
  });
}

function requireContent({
  subject,
  comment,
}: Partial<z.output<typeof createTicketInput>>): FieldError[] {
  if (subject !== null || comment !== null) return [];
  return [{ path: 'subject', code: 'required', message: 'is required without a comment' }];
}
